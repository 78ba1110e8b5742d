// A loop of timed waits until another task sets a flag under the lock. If the setter comes first: 1
// trace. Otherwise the first wait is ended by the setter, 1, or it times out, and the setter comes
// before the waiter has the lock again, 1, or later, and it waits again. The state after the second
// and the third wait is the same, so the fourth wait does not time out any more. So there are 3 * 2
// traces, and 1 in which the fourth wait is ended by the setter. Without the notification, those 4
// waits never end and count as given up.
//
// traces: 8
// brute force: 8
// traces -D SILENT=1: 8
// given up -D SILENT=1: 4
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  bool done = false;
  std::mutex mutex;
  std::condition_variable changed;
  std::thread setter([&] {
    const std::lock_guard lock(mutex);
    done = true;
#ifndef SILENT
    changed.notify_one();
#endif
  });
  {
    std::unique_lock lock(mutex);
    while (!done) changed.wait_for(lock, std::chrono::milliseconds(10));
  }
  setter.join();
}
