// Each read comes before or after the other thread's write, but not both before: 3 traces.
//
// traces: 3
#include <assert.h>
#include <stdatomic.h>
#include "threads2.h"
atomic_int x, y;
int r, s;
void *one(void *a) { atomic_store(&x, 1); r = atomic_load(&y); return a; }
void *two(void *a) { atomic_store(&y, 1); s = atomic_load(&x); return a; }
int main(void) {
  run2(one, two);
  assert(r == 1 || s == 1);
  return 0;
}
