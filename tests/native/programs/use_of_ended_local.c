// A thread publishes the address of a local variable and ends. The other one writes there, unless it
// looks before the address is there: 2 traces.
//
// traces: 2
// errors: use_after_free
// says: use of a local variable of a task that has ended
#include <stdatomic.h>
#include "threads2.h"
_Atomic(int *) published;
static void *publishes(void *a) {
  int local = 0;
  published = &local;
  return a;
}
static void *writes(void *a) {
  int *place = published;
  if (place) *place = 42;
  return a;
}
int main(void) {
  run2(publishes, writes);
  return 0;
}
