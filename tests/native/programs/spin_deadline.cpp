// A loop that reads the clock does not wait forever, but until its deadline. So it can give up
// before the flag is set, even if the time is never stored in a variable of the loop.
//
// traces: any
// finds: assertion
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

using Clock = std::chrono::steady_clock;

std::atomic<bool> flag = false;
std::atomic<bool> gave_up = false;

[[gnu::noinline]] bool is_after(Clock::time_point deadline) { return Clock::now() > deadline; }

int main() {
  const auto deadline = Clock::now() + std::chrono::microseconds(6);
  std::thread waiting([deadline] {
    while (!flag)
      if (is_after(deadline)) {
        gave_up = true;
        return;
      }
  });
  flag = true;
  waiting.join();
  assert(!gave_up);
}
