// A task spins on two reads of one variable, by calls of one function, in memory that no other task
// ever touches: a deadlock, and found at once.
//
// traces: 1
// brute force: 1
// deadlocks: 1
#include <atomic>
#include <thread>

struct Flags {
  std::atomic<int> state{0};
};

int main() {
  Flags flags;
  std::thread waiting([&flags] {
    while (flags.state != 1 && flags.state != 2) {
    }
  });
  waiting.join();
}
