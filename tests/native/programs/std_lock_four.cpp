// scoped_lock of four mutexes, which restarts twice: there are more events between two failures
// than with two mutexes. An execution is given up at the second failure of one call.
//
// a locks k and tries l, m, n. A task that fails releases all mutexes and restarts with the one
// that it could not lock. b locks n for a moment, then m. (main makes k and l shared, afterwards.)
//
// - a tries m while b holds it: a waits for m, and n is free by then. 1 trace.
// - a tries m after b has released it, so n is free, too: 1.
// - a tries m before b locks it, and succeeds. It tries n before b locks it, 1, or after b has
//   released it, 1; b gets m when a is done. Or it tries n while b holds it, releases m, waits for
//   n, and tries m again: before b, 1; after b, 1; or fails for the second time: 1, given up.
//
// traces: 7
// brute force: 7
// given up: 1
#include <mutex>
#include <thread>

static std::mutex k;
static std::mutex l;
static std::mutex m;
static std::mutex n;

int main() {
  std::thread a([] { const std::scoped_lock all(k, l, m, n); });
  std::thread b([] {
    n.lock();
    n.unlock();
    m.lock();
    m.unlock();
  });
  a.join();
  b.join();
  const std::lock_guard first(k);
  const std::lock_guard second(l);
}
