// A loop that computes something for 100 iterations and only waits after that. Its stack is looked
// at less often after 64 iterations, so that it is recognised later, but it is recognised.
//
// The stack changes for the last time in the 100th iteration. After the first two reads, 64 are
// looked at, and of each 64 that follow the first two: 129 and 130 after these two, so read 132
// becomes an await. The write comes before one of the 131 reads, or before the await: 132 traces.
//
// traces: 132
// deadlocks: 0
#include <stdatomic.h>
#include "threads2.h"
atomic_int flag;
void *sets(void *a) { flag = 1; return a; }
void *waits(void *a) {
  unsigned sum = 1, i = 0;
  while (!flag)
    if (i < 100) {
      sum = sum * 31 + i * i;
      ++i;
    }
  return a;
}
int main(void) {
  run2(sets, waits);
  return 0;
}
