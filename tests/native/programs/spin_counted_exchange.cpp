// A spin lock that counts its attempts without a limit, in order to yield or sleep after the first
// ones, as Boost's does. The first eight attempts are explored one by one, and the rest belongs to
// one event: it waits until the lock is free.
//
// Let the other thread take the lock first. Main fails up to eight times before the lock is
// released: with 0 to 8 failures, main's next attempt succeeds (9). Or the event that begins the
// rest comes before the release, too (1). If main takes the lock first, these are 10 more. Two of
// the ten reach the rest of the loop.
//
// traces: 20
// brute force: 20
// deadlocks: 0
// cut by fairness: 4
// says: further iterations of a loop that waits
#include <atomic>
#include <sched.h>
#include <thread>
#include <time.h>

std::atomic<int> taken{0};

void pause_after(unsigned attempts) {
  if (attempts < 4) return;
  if (attempts % 2 == 0) {
    sched_yield();
  } else {
    const timespec duration{0, 1000};
    nanosleep(&duration, nullptr);
  }
}

void lock() {
  for (unsigned attempts = 0; taken.exchange(1) != 0; ++attempts) pause_after(attempts);
}

int main() {
  std::thread other([] {
    lock();
    taken = 0;
  });
  lock();
  taken = 0;
  other.join();
}
