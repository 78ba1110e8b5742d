// A spin lock made of an exchange, and a task that takes the lock without trying, releases it, and
// then reads it. The exchange that waits is also a write, so it races with the read.
//
// The other task does a (1), b (0) and c (reads). If the first exchange of main comes before a, it
// gets the lock, and its release comes before a, b or c, or after c (4). If it comes between a and
// b, the second comes there, too, and main waits until b: then it gets the lock before c, and
// releases it before or after c (2), or gets it after c (1). Or the second exchange comes between b
// and c (2), or after c (1). If the first exchange comes between b and c, it gets the lock (2), and
// after c (1).
//
// traces: 13
// brute force: 13
// deadlocks: 0
#include <atomic>
#include <thread>

std::atomic<int> lock{0};

int main() {
  std::thread other([] {
    lock = 1;
    lock = 0;
    (void)lock.load();
  });
  while (lock.exchange(1) != 0) {
  }
  lock = 0;
  other.join();
}
