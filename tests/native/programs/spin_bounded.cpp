// A loop that counts its turns does not wait: it gives up in the end. One that looks at a second
// variable waits for that, too.
//
// Main sees `stop` at once, or finds it not set once, or twice and then waits. Nobody else uses the
// other two.
//
// traces: 3
// deadlocks: 0
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> lock = 1;
std::atomic<bool> ready = false;
std::atomic<bool> stop = false;

int main() {
  bool gave_up = false;
  std::thread trying([&] {
    int turns = 0;
    while (lock.exchange(1) == 1)
      if (++turns == 3) {
        gave_up = true;
        stop = true;
        return;
      }
  });
  while (!ready) {
    if (stop) break;
  }
  trying.join();
  assert(gave_up);
}
