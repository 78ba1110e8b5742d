// Two mutexes in opposite orders: scoped_lock backs off, there is no deadlock. Executions in which
// one of them backs off twice in a row are given up.
//
// a locks m and tries n, b locks n and tries m. Who fails unlocks what it has, locks what it
// missed, and tries the other. a unlocks m before n, b n before m. x is accessed with both mutexes
// held and adds nothing. Who has failed once and then gets the mutex that the other unlocks first
// may try the second before the other unlocks that, and is given up, or after that, and ends: 2
// ways, called "late" here.
//
// - Nobody fails: one of them has both mutexes before the other begins. 2 traces.
// - Only b fails: a locked m, b locked n, b's attempt comes before a unlocks m; so a's comes after
//   b has unlocked n, succeeds, and b is late: 2 traces, 1 of them given up. Only a fails: the
//   same. 4 traces, 2 given up.
// - Both fail: each attempt comes before the other has unlocked anything. Then a locks n and tries
//   m, b locks m and tries n. If a's attempt comes before b's lock, a has both, and b is late: 2
//   traces, 1 given up. The other way round: the same. If both lock before they try, both are given
//   up: 1. Together 5 traces, 3 given up.
//
// traces: 11
// brute force: 11
// given up: 5
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
