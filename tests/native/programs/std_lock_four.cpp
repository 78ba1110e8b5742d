// scoped_lock of four mutexes, which begins again twice: between two failures there are more events
// than with two mutexes. The second failure of one call is given up.
//
// a locks k and tries l, m, n; who fails gives all back and begins with the one that it missed. b
// has n for a moment, then m. (main makes k and l visible, afterwards.)
//
// - a tries m while b has it: a waits for m, and n is free by then. 1 trace.
// - a tries m after b has had it, so n, too, is free: 1.
// - a tries m before b wants it, and holds it. It tries n before b has it, 1, or after that, 1; b
//   gets m when a is ready. Or it tries n while b has it, gives m back, waits for n, and tries m
//   again: before b has it, 1, after that, 1, or in vain, for the second time: 1, given up.
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
