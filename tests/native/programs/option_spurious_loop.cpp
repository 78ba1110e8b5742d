// The same with a loop around the wait, as it should be: no error. The signaller comes first; or
// while the other one sleeps; or in a spurious wake-up; or after that, while the waiter sleeps
// again. A second spurious wake-up finds the waiter in a state of its own (it is the first round
// that is seen as a whole), so those two are tried again; a third one would be the same as that.
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
