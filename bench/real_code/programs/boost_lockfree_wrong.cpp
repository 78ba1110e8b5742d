// Boost.Lockfree: stacks and queues without locks.
// Wrong: two threads push into a queue that allows a single producer.
#include <boost/lockfree/spsc_queue.hpp>

#include <thread>

int main() {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<4>> queue;
  std::thread other([&] { queue.push(1); });
  queue.push(2);
  other.join();
}
