// Loops of waits that only end by timeout, with a limit. With ROUNDS iterations, the state differs
// each time, so each of the waits can also be one that never ends and blocks. With CLOCK, the limit
// is a time: after two iterations that differ only in the time, an hour passes, so there are 3
// waits.
//
// traces -D ROUNDS=5: 6
// given up -D ROUNDS=5: 5
// traces -D CLOCK=1: 4
// given up -D CLOCK=1: 3
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>

int main() {
  using namespace std::chrono;
  std::mutex mutex;
  std::condition_variable changed;
  std::unique_lock lock(mutex);
#ifdef ROUNDS
  int round = 0;
  for (; round < ROUNDS; ++round) changed.wait_for(lock, milliseconds(10));
  assert(round == ROUNDS);
#else
  const auto end = steady_clock::now() + seconds(1);
  while (steady_clock::now() < end) changed.wait_for(lock, milliseconds(10));
#endif
}
