// scoped_lock releases the mutexes that it has locked, but not one that its task locked before. One
// task holds k and wants m and n; the other holds n and wants k. The first has both before the
// other begins, 1; or it comes after it and finds n free, or not yet free (k is released before n)
// and waits for it, 2; or each task holds its first mutex, and both wait forever, 1.
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
