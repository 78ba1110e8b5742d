// The program of condition.c with C++ classes: 2 traces.
//
// traces: 2
#include <cassert>
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
    c.wait(lock, [&] { return ready; });
  }
  setter.join();
}
