// The other thread's write decides whether the pointer is null. The exploration continues after a
// crash.
//
// traces: 2
// errors: crash data_race
#include "threads2.h"
int target;
int *volatile pointer = &target;
void *clears(void *a) { pointer = 0; return a; }
void *uses(void *a) { int *p = pointer; *p = 1; return a; }
int main(void) {
  run2(clears, uses);
  return 0;
}
