// A struct assignment reads one variable and writes another. gcc announces the write before the
// read, but the copy must follow the order of events. If the copy sees 1, `to` is 1.
//
// traces: 2
// errors: assertion data_race
#include <assert.h>
#include "threads2.h"
struct pair { int a, b; } from, to;
void *copy(void *a) { to = from; return a; }
void *change(void *a) { from.a = 1; return a; }
int main(void) {
  run2(copy, change);
  assert(to.a == 1);
  return 0;
}
