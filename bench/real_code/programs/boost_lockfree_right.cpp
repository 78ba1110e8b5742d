// Boost.Lockfree: queues without locks; here one for a single producer and a single consumer.
// Right: one thread pushes, the other one pops.
#include <boost/lockfree/spsc_queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<4>> queue;
  std::thread producer([&] {
    queue.push(1);
    queue.push(2);
  });
  int expected = 1;
  for (int tries = 0; tries < 2; ++tries) {
    int value = 0;
    if (queue.pop(value)) assert(value == expected++);
  }
  producer.join();
  for (int value = 0; queue.pop(value);) assert(value == expected++);
  assert(expected == 3);
}
