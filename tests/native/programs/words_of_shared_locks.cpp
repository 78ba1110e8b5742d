// Both write under a lock that they hold to read: a race that the lock does not prevent. A third
// task locks to write, so that the lock makes events. Readers do not conflict, but their writes do;
// each of the three tasks comes before or after the others: 3! = 6 traces. The same with an atomic
// and an assertion at the end, which shows all steps.
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
