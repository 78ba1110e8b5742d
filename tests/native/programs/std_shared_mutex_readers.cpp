// Two readers and a writer of a shared mutex: each reader comes before or after the writer, 2^2.
// With a timed mutex, a reader may also time out while the writer holds it: 3^2.
//
// traces: 4
// brute force: 4
// traces -D TIMED=1: 9
// brute force -D TIMED=1: 9
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

#ifdef TIMED
using Mutex = std::shared_timed_mutex;
#else
using Mutex = std::shared_mutex;
#endif

int main() {
  int x = 0, y = 0;
  Mutex m;
  const auto write = [&] {
    const std::lock_guard lock(m);
    ++x;
    ++y;
  };
  const auto read = [&] {
#ifdef TIMED
    const std::shared_lock lock(m, std::chrono::milliseconds(10));
    if (!lock.owns_lock()) return;
#else
    const std::shared_lock lock(m);
#endif
    assert(x == y);
  };
  std::thread a(write), b(read), c(read);
  a.join();
  b.join();
  c.join();
}
