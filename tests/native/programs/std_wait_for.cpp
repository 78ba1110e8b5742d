// A timed wait ends by the signal or by timeout. If the setter comes first, main does not wait, 1.
// If main comes first, it is woken, 1; or it times out and reacquires the mutex before the setter
// locks it, or after, 2.
//
// traces: 4
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  bool ready = false;
  std::mutex m;
  std::condition_variable c;
  std::thread setter([&] {
    const std::lock_guard lock(m);
    ready = true;
    c.notify_one();
  });
  {
    std::unique_lock lock(m);
    const bool in_time = c.wait_for(lock, std::chrono::seconds(1), [&] { return ready; });
    assert(in_time == ready);
  }
  setter.join();
}
