// Two threads run one function: every mention of the second thread has its number. Two increments
// of one atomic: 2 traces.
// traces: 2
// errors: assertion
// says: spawn add #2
// says: join add #2
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> x;
void add() { ++x; }

int main() {
  std::thread a(add), b(add);
  a.join();
  b.join();
  assert(x == 3);
}
