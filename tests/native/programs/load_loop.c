// A loop that loads one variable and computes something else in each iteration does not wait. Each
// iteration is explored, although the stack is not looked at in each of them. The write comes before
// one of the 200 reads or after all of them: 201 traces.
//
// traces: 201
#include <stdatomic.h>
#include "threads2.h"
atomic_int flag;
volatile unsigned sum;
void *sets(void *a) { flag = 1; return a; }
void *looks(void *a) {
  unsigned local = 1;
  for (unsigned i = 0; i < 200; ++i) local = local * 31 + i * i + (unsigned)flag;
  sum = local;
  return a;
}
int main(void) {
  run2(sets, looks);
  return 0;
}
