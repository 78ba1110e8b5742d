// Boost.Lockfree: stacks and queues without locks.
// Right: a stack of fixed capacity for several producers; the consumer comes last.
#include <boost/lockfree/stack.hpp>

#include <cassert>
#include <thread>

int main() {
  boost::lockfree::stack<int, boost::lockfree::capacity<4>> stack;
  std::thread other([&] { stack.push(1); });
  stack.push(2);
  int first = 0;
  assert(stack.pop(first));
  other.join();
  int second = 0;
  assert(stack.pop(second) && first + second == 3);
}
