// scoped_lock gives a mutex back that it has, but not one that its task took before: one task holds
// k and wants m and n, the other one holds n and wants k. The first one has both before the other
// one begins, 1; or it comes after it: it tries n when it is free, or in vain, because k is given
// back before n, and waits for it, 2; or each has its first one, and both wait for ever, 1.
//
// traces: 4
// deadlocks: 1
#include <mutex>
#include <thread>

static std::mutex k;
static std::mutex m;
static std::mutex n;

int main() {
  std::thread a([] {
    const std::lock_guard first(k);
    const std::scoped_lock both(m, n);
  });
  std::thread b([] {
    const std::lock_guard first(n);
    const std::lock_guard second(k);
  });
  a.join();
  b.join();
}
