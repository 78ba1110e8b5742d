// The initialisation of a static runs once, regardless of which task comes first.
//
// traces: any
// deadlocks: 0
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> runs = 0;

int value() {
  static const int once = ++runs;
  return once;
}

int main() {
  const auto look = [] { assert(value() == 1); };
  std::thread a(look);
  std::thread b(look);
  a.join();
  b.join();
  assert(runs == 1);
}
