// Boost.Lockfree: queues without locks; here one for a single producer and a single consumer.
// Wrong: two threads push into it.
#include <boost/lockfree/spsc_queue.hpp>
#include <thread>

int main() {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<4>> queue;
  std::thread other([&] { queue.push(1); });
  queue.push(2);
  other.join();
}
