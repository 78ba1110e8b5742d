// The loops wait for one flag and then for another, with sleeps and library calls in between that
// leave different values on the stack each time.
//
// Each flag is seen at once, after one unsuccessful read, or after two: 3 times 3.
//
// traces: 9
// deadlocks: 0
#include <atomic>
#include <chrono>
#include <thread>

std::atomic<bool> flags[2];

int main() {
  std::thread waiting([] {
    while (!flags[0]) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    while (!flags[1]) {
      const auto time = std::chrono::milliseconds(2) - std::chrono::milliseconds(1);
      if (time <= time.zero()) return;
    }
  });
  flags[0] = true;
  flags[1] = true;
  waiting.join();
}
