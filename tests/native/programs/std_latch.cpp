// No task passes the latch before both have arrived.
//
// traces: any
// deadlocks: 0
#include <cassert>
#include <latch>
#include <thread>

int main() {
  int x = 0;
  int y = 0;
  std::latch both(2);
  const auto one = [&] {
    x = 1;
    both.arrive_and_wait();
    assert(y == 1);
  };
  const auto two = [&] {
    y = 1;
    both.arrive_and_wait();
    assert(x == 1);
  };
  std::thread a(one);
  std::thread b(two);
  a.join();
  b.join();
}
