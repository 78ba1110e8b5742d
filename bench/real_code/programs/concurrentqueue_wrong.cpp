// moodycamel::ConcurrentQueue, a lock-free queue for many producers and consumers.
// Wrong: two threads share one producer token.
#include <thread>

#if __has_include(<concurrentqueue/moodycamel/concurrentqueue.h>)  // Debian 13
#include <concurrentqueue/moodycamel/concurrentqueue.h>
#else
#include <concurrentqueue/concurrentqueue.h>
#endif

int main() {
  moodycamel::ConcurrentQueue<int> queue(64, 2, 0);
  moodycamel::ProducerToken token(queue);
  std::thread other([&] { queue.enqueue(token, 1); });
  queue.enqueue(token, 2);
  other.join();
}
