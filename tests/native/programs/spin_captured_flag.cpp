// Two threads wait for an atomic flag that they reach by a captured reference. Each iteration reads
// the reference, which is a plain access, and the flag, an atomic one: no data race.
//
// traces: any
// deadlocks: 0
#include <atomic>
#include <thread>

int main() {
  std::atomic<bool> flag{false};
  std::thread a([&] {
    while (!flag) {
    }
  });
  std::thread b([&] {
    while (!flag) {
    }
  });
  flag = true;
  a.join();
  b.join();
}
