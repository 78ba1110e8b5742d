// Two threads read and write x. The writes come in either order, and the second writer reads before
// or after the first write: 4 traces.
//
// traces: 4
// errors: assertion data_race
#include <assert.h>
#include "threads2.h"
int x;
void *add(void *a) { x++; return a; }
int main(void) {
  run2(add, add);
  assert(x == 2);
  return 0;
}
