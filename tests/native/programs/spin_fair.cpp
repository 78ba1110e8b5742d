// Two loops in which tasks do something that others can see: one sets a variable under a mutex
// until the other task has ended, which polls the variable under the same mutex. Only a scheduler
// that never lets one of them run keeps them from ending, so this is not a livelock. After three
// equal iterations, a task waits until something changes.
//
// The sleeper polls j times before main first sets the variable, with j from 0 to 3; then it waits.
// Main sets the variable m times, with m from 1 to 3; then it waits for the end of the sleeper. The
// successful poll comes after main has set the variable k times, with k from 1 to m. For j < 3,
// that is 6 pairs of k and m each. For j = 3, the end of the sleeper's wait, which reads the
// variable, can come after each of the first k times: 1 + 1 + 1 + 2 + 2 + 3. The sum is 18 + 10.
// Further rounds are left out if j = 3 (10), or m = 3 (9 more).
//
// traces: 28
// brute force: 28
// deadlocks: 0
// cut by fairness: 19
// says: further iterations of a loop that waits
#include <atomic>
#include <mutex>
#include <thread>

std::mutex mutex;
bool woken;
std::atomic<int> alive{1};

int main() {
  std::thread sleeper([] {
    for (;;) {
      const std::lock_guard guard(mutex);
      if (woken) break;
    }
    alive = 0;
  });
  while (alive != 0) {
    const std::lock_guard guard(mutex);
    woken = true;
  }
  sleeper.join();
}
