// Two loops in which tasks do something that others can see: one sets a variable under a mutex
// until the other task has ended, which polls the variable under the same mutex. Only a scheduler
// that never lets one of them run keeps them from ending, so this is not a livelock. After three
// equal iterations, a task waits until something changes.
//
// traces: any
// deadlocks: 0
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
