// Main waits, in a loop that stores what it reads, for a message on a handler. Started directly,
// the program needs the runtime, which runs its tasks in turn; it ends.
//
// Main finds the flag set at once, after one unsuccessful read, or after two.
//
// traces: 3
// brute force: 3
// deadlocks: 0
// started directly: 0
#include <atomic>
#include <cassert>

#include <mazurka/mazurka.hpp>

std::atomic<int> flag{0};
static int cache = 0;

int main() {
  mazurka::handler ui{"ui"};
  ui.post([] { flag = 1; });
  while (cache == 0) cache = flag;
  assert(cache == 1);
}
