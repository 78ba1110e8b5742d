// Two writes of one variable: two orders. Main reads the variable after the joins.
//
// traces: 2
// errors: data_race
// options: --any-status
#include "threads2.h"
int x;
void *one(void *a) { x = 1; return a; }
void *two(void *a) { x = 2; return a; }
int main(void) {
  run2(one, two);
  return x;
}
