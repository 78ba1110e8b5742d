// A wait that spins for a fixed number of iterations before it sleeps, as many semaphores and locks
// do. The first eight iterations are explored one by one. The rest belongs to one event, so what
// happens when another task sets the flag in one of these iterations is not explored.
//
// Main sees the flag in one of its first eight reads, or at the event that begins the rest (9):
// then it finds the mutex free after the other task has unlocked it. Or it does not see the flag,
// and locks the mutex before the other task, so that it sleeps, or after it (2).
//
// traces: 11
// brute force: 11
// deadlocks: 0
// cut by fairness: 3
// says: further iterations of a loop that waits
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

std::atomic<int> flag{0};
std::mutex mutex;
std::condition_variable changed;

int main() {
  std::thread setter([] {
    const std::lock_guard guard(mutex);
    flag = 1;
    changed.notify_one();
  });
  for (int i = 0; i < 10'000 && flag == 0; ++i) {
  }
  {
    std::unique_lock guard(mutex);
    changed.wait(guard, [] { return flag == 1; });
  }
  setter.join();
}
