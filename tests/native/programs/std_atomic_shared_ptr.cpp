// Two threads replace a shared pointer. libstdc++ protects it by a lock bit in an atomic word,
// whose loops determine the number of traces. In all traces, the lock orders the accesses to the
// pointer, the last value stays, and the other one is freed.
//
// traces: any
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::atomic<std::shared_ptr<int>> p;

int main() {
  std::thread first([] { p.store(std::make_shared<int>(1)); });
  std::thread second([] { p.store(std::make_shared<int>(2)); });
  first.join();
  second.join();
  const std::shared_ptr<int> last = p.load();
  assert(last.use_count() == 2);
}
