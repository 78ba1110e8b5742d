// moodycamel::ConcurrentQueue, a lock-free queue for many producers and consumers.
// Right: every thread has its own producer token.
#include <cassert>
#include <thread>

#if __has_include(<concurrentqueue/moodycamel/concurrentqueue.h>)  // Debian 13
#include <concurrentqueue/moodycamel/concurrentqueue.h>
#else
#include <concurrentqueue/concurrentqueue.h>
#endif

int main() {
  moodycamel::ConcurrentQueue<int> queue(64, 2, 0);
  std::thread other([&] {
    moodycamel::ProducerToken token(queue);
    queue.enqueue(token, 1);
  });
  moodycamel::ProducerToken token(queue);
  queue.enqueue(token, 2);
  other.join();
  int sum = 0;
  for (int value = 0; queue.try_dequeue(value);) sum += value;
  assert(sum == 3);
}
