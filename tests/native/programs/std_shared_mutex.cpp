// A reader and a writer exclude each other: 2 orders.
//
// traces: 2
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

int main() {
  int x = 0;
  std::shared_mutex m;
  const auto write = [&] {
    const std::lock_guard lock(m);
    x = 1;
    x = 2;
  };
  const auto read = [&] {
    const std::shared_lock lock(m);
    assert(x != 1);
  };
  std::thread a(write);
  std::thread b(read);
  a.join();
  b.join();
}
