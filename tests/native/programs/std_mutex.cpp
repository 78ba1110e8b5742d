// Two critical sections in either order.
//
// traces: 2
#include <cassert>
#include <mutex>
#include <thread>

int main() {
  int x = 0;
  std::mutex m;
  const auto add = [&] {
    const std::lock_guard lock(m);
    ++x;
  };
  std::thread a(add);
  std::thread b(add);
  a.join();
  b.join();
  assert(x == 2);
}
