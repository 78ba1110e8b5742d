// A loop that counts its iterations does not wait. It reads up to three times and stops at the
// first 1; the write comes before one of the reads or after all of them: 4 traces.
//
// traces: 4
#include <stdatomic.h>
#include "threads2.h"
atomic_int flag;
void *sets(void *a) { flag = 1; return a; }
void *looks(void *a) {
  for (int i = 0; i < 3 && !flag; ++i) {
  }
  return a;
}
int main(void) {
  run2(sets, looks);
  return 0;
}
