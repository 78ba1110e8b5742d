// Two tasks write under a lock that they hold for reading: a race that the lock does not prevent. A
// third task locks it for writing, so that the lock makes events. Readers do not conflict, but
// their writes do; the three tasks come in any order: 3! = 6 traces. With LATE, x is atomic, and an
// assertion that fails at the end makes the report show all steps.
// traces: 6
// errors: data_race
// says: holds m to read (words_of_shared_locks.cpp:28)
// says: lock_shared(m)
// never says: ->
// traces -D LATE=1: 6
// errors -D LATE=1: assertion
// says -D LATE=1: unlock_shared(m)
// says -D LATE=1: unlock(m)
// never says -D LATE=1: ->
#include <atomic>
#include <cassert>
#include <shared_mutex>
#include <thread>

std::shared_mutex m;
#ifdef LATE
std::atomic<int> x;
#else
int x;
#endif

void change() {
  std::shared_lock lock(m);
  x = 1;
}

int main() {
  std::thread a(change), b(change);
  m.lock();
  m.unlock();
  a.join();
  b.join();
#ifdef LATE
  assert(x == 2);
#endif
}
