// A ticket lock. Loops that only read are waiting. Whether an iteration counts as a new one must
// not depend on how the execution came about: by running the program, or by replaying known steps.
//
// The tickets can be drawn in 6 orders. After two equal reads in a row comes an await for another
// value. So the second thread sees 1 at once, or 0 once, or 0 twice: 3. The third reaches 2 from 1
// in 3 ways; from 0 it reads 2, or 1 and then one of 2 (it has read 1 once), or 0 and then: 2, or 1
// and one of 2, or 0 and then wakes by 2, or by 1 and one of 3. That is 1 + 2 + 7 = 10.
//
// traces: 180
// deadlocks: 0
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> next = 0;
std::atomic<int> serving = 0;
int count = 0;

void work() {
  const int mine = next++;
  while (serving != mine) {
  }
  ++count;
  serving = mine + 1;
}

int main() {
  std::thread a(work);
  std::thread b(work);
  std::thread c(work);
  a.join();
  b.join();
  c.join();
  assert(count == 3);
}
