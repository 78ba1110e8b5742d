// A function returns the address of a local variable of a function that it called.
//
// traces: 1
// errors: use_after_free
// says: use of a local variable of a function that has returned
#include <stddef.h>
static int *volatile kept;
static void keep(volatile int *far_below) {
  volatile int local[64];
  local[0] = *far_below;
  kept = (int *)&local[0];
}
int main(void) {
  volatile int start = 1;
  keep(&start);
  *kept = 2;
  return 0;
}
