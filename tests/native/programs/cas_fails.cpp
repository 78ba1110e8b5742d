// Three threads try once to change a number from 0 to 1, in each way that C++ and gcc have.
//
// One succeeds and writes; the others find 1, and only read. So there is one trace for each winner.
// In the papers, each attempt counts as a write: 3! traces.
//
// HOW = 5: threads that read 1 do not try. Each of the two that do not win reads before the write
// of the winner (and fails) or after it: 3 times 2 times 2 traces.
//
// traces: 3
// traces --relation=papers: 6
// traces -D HOW=1: 3
// traces -D HOW=2: 3
// traces -D HOW=3: 3
// traces -D HOW=4: 3
// traces -D HOW=5: 12
#include <atomic>
#include <cstdint>
#include <thread>

#ifndef HOW
#define HOW 0
#endif

#if HOW == 4
std::atomic<std::int8_t> number{0};
#elif HOW == 2 || HOW == 3
long number = 0;
#else
std::atomic<int> number{0};
#endif

static void attempt() {
#if HOW == 0
  int expected = 0;
  number.compare_exchange_strong(expected, 1);
#elif HOW == 1
  int expected = 0;
  number.compare_exchange_weak(expected, 1, std::memory_order_acq_rel, std::memory_order_relaxed);
#elif HOW == 2
  (void)__sync_bool_compare_and_swap(&number, 0, 1);
#elif HOW == 3
  (void)__sync_val_compare_and_swap(&number, 0, 1);
#elif HOW == 4
  std::int8_t expected = 0;
  number.compare_exchange_strong(expected, -1);
#else
  // A retry that gives up when the value has changed.
  int expected = number.load();
  if (expected == 0) number.compare_exchange_strong(expected, 1);
#endif
}

int main() {
  std::thread first(attempt);
  std::thread second(attempt);
  std::thread third(attempt);
  first.join();
  second.join();
  third.join();
}
