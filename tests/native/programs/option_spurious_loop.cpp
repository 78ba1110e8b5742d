// A correct wait in a loop, so there is no error. The signaller comes first; while the waiter
// sleeps; during a spurious wake-up; or after it, while the waiter sleeps again. After a second
// spurious wake-up, the state of the waiter is new (only then has a whole iteration been observed),
// so the last two cases occur again; a third wake-up would only repeat that state.
// traces: 2
// traces --spurious: 6
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread waiter([] {
    std::unique_lock lock(mutex);
    changed.wait(lock, [] { return ready; });
    assert(ready);
  });
  std::thread signaller([] {
    const std::lock_guard lock(mutex);
    ready = true;
    changed.notify_one();
  });
  waiter.join();
  signaller.join();
}
