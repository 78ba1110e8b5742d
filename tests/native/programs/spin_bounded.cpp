// A loop that counts its iterations does not wait, because it gives up in the end. A loop that
// reads a second variable waits for that variable, too.
//
// Main sees `stop` set at once, or finds it unset once, or finds it unset twice and then waits. No
// other task uses the other two variables.
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
