// A semaphore with the initial value 1 is a lock.
//
// traces: any
// deadlocks: 0
#include <cassert>
#include <semaphore>
#include <thread>

int main() {
  int x = 0;
  std::binary_semaphore s(1);
  const auto add = [&] {
    s.acquire();
    ++x;
    s.release();
  };
  std::thread a(add);
  std::thread b(add);
  a.join();
  b.join();
  assert(x == 2);
}
