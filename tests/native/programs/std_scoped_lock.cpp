// Two mutexes in opposite orders: scoped_lock backs off, so there is no deadlock. Executions in
// which one task backs off twice in a row are given up.
//
// a locks m and tries n, b locks n and tries m. A task that fails unlocks what it holds, locks the
// mutex that it missed, and tries the other. a unlocks m before n, b n before m. x is accessed with
// both mutexes held and adds no traces. A task that has failed once and then gets the mutex that
// the other unlocks first may try the second one before the other unlocks it, and is given up, or
// afterwards, and ends: 2 ways, called "late" here.
//
// - No task fails: one of them holds both mutexes before the other begins. 2 traces.
// - Only b fails: a locked m, b locked n, and b's attempt comes before a unlocks m. So a's attempt
//   comes after b has unlocked n and succeeds, and b is late: 2 traces, 1 of them given up. By
//   symmetry, if only a fails, also 2. Together 4 traces, 2 given up.
// - Both fail: each attempt comes before the other has unlocked anything. Then a locks n and tries
//   m, b locks m and tries n. If a's attempt comes before b's lock, a holds both, and b is late: 2
//   traces, 1 given up. By symmetry, 2 more, 1 given up. If both lock before they try, both are
//   given up: 1. Together 5 traces, 3 given up.
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
