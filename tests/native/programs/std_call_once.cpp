// The first task runs the function; the other one sees its effects.
//
// traces: any
// deadlocks: 0
#include <cassert>
#include <mutex>
#include <thread>

int main() {
  int runs = 0;
  std::once_flag once;
  const auto run = [&] {
    std::call_once(once, [&] { ++runs; });
    assert(runs == 1);
  };
  std::thread a(run);
  std::thread b(run);
  a.join();
  b.join();
}
