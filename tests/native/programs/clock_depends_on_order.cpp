// What a clock shows depends on what happened before: if the sleeper takes the mutex first, the
// other thread sees that a second has passed, and then writes a variable that main reads. 2 orders
// of the mutex. In the first one, main's read may come before or after the write: 3 traces.
//
// traces: 3
// brute force: 3
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

using Clock = std::chrono::steady_clock;

std::mutex mutex;
std::atomic<int> late{0};

int main() {
  const Clock::time_point start = Clock::now();
  std::thread sleeper([] {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    const std::lock_guard guard(mutex);
  });
  std::thread looker([start] {
    { const std::lock_guard guard(mutex); }
    if (Clock::now() - start >= std::chrono::seconds(1)) late = 1;
  });
  const int seen = late;
  sleeper.join();
  looker.join();
  return seen > 1;
}
