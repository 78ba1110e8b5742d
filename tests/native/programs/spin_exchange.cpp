// Spin locks: an exchange that finds the lock taken changes nothing, nor does a failed comparison.
// A task that does nothing else is waiting, so its iterations are not explored one by one.
//
// Each lock is first taken by one of the two tasks (2). The other finds it taken never, once, or
// twice and then waits (3): 6. The second round begins after both have ended the first.
//
// traces: 36
// deadlocks: 0
#include <atomic>
#include <cassert>
#include <thread>

std::atomic_flag first = ATOMIC_FLAG_INIT;
std::atomic<int> second = 0;
int count = 0;

void take_first() {
  while (first.test_and_set(std::memory_order_acquire)) {
  }
  ++count;
  first.clear(std::memory_order_release);
}

void take_second() {
  int free = 0;
  while (!second.compare_exchange_weak(free, 1)) free = 0;
  ++count;
  second = 0;
}

void run_twice(void (*work)()) {
  std::thread a(work);
  std::thread b(work);
  a.join();
  b.join();
}

int main() {
  run_twice(take_first);
  run_twice(take_second);
  assert(count == 4);
}
