// Two threads read and write x. The writes are ordered one way or the other, and the second writer
// has read before or after the first write: 4.
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
