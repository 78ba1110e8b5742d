// moodycamel::ConcurrentQueue, a lock-free queue for many producers and consumers.
// Wrong: two threads share one producer token.
#include <concurrentqueue/concurrentqueue.h>
#include <thread>

int main() {
  moodycamel::ConcurrentQueue<int> queue(64, 2, 0);
  moodycamel::ProducerToken token(queue);
  std::thread other([&] { queue.enqueue(token, 1); });
  queue.enqueue(token, 2);
  other.join();
}
