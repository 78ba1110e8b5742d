// A task polls a variable under a mutex, and nobody ever sets it. The other task can see the polls,
// but that makes no difference: they never end.
//
// The other task locks the mutex before one of the three polls that are explored, or after them
// (4).
//
// traces: 4
// brute force: 4
// deadlocks: 4
// cut by fairness: 4
#include <mutex>
#include <thread>

std::mutex mutex;
bool is_done = false;

int main() {
  std::thread other([] {
    const std::lock_guard guard(mutex);
    is_done = false;
  });
  for (bool done = false; !done;) {
    const std::lock_guard guard(mutex);
    done = is_done;
  }
  other.join();
}
