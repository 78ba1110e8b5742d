// A loop of waits that only end by timeout and that counts its iterations. The count looks like a
// time, the seconds of a day in 2023, but it was not read from a clock: each iteration has a new
// state, and each of the 5 waits can also be one that never ends and blocks.
//
// traces: 6
// given up: 5
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>

int main() {
  std::mutex mutex;
  std::condition_variable changed;
  std::unique_lock lock(mutex);
  constexpr long first = 1'700'000'005;
  long round = first;
  for (; round < first + 5; ++round) changed.wait_for(lock, std::chrono::milliseconds(10));
  assert(round == first + 5);
}
