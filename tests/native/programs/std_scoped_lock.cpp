// Two mutexes in opposite orders: scoped_lock backs off, there is no deadlock. Executions in which
// one of them backs off twice in a row are given up. The counts are those of brute force
// (--algorithm naive) under that rule.
//
// traces: 11
// blocked: 5
#include <cassert>
#include <mutex>
#include <thread>

int main() {
  int x = 0;
  std::mutex m;
  std::mutex n;
  const auto one = [&] {
    const std::scoped_lock lock(m, n);
    ++x;
  };
  const auto two = [&] {
    const std::scoped_lock lock(n, m);
    ++x;
  };
  std::thread a(one);
  std::thread b(two);
  a.join();
  b.join();
  assert(x == 2);
}
