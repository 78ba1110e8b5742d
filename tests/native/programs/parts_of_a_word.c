// One thread writes bytes of a word as bytes, the other all of it: cells are split on the way.
// Before both, between the two bytes, or after them: 3.
//
// traces: 3
// errors: data_race
#include "threads2.h"
union { unsigned char bytes[8]; unsigned long all; } u;
void *one(void *a) { u.bytes[0] = 1; u.bytes[1] = 1; return a; }
void *two(void *a) { u.all = 0; return a; }
int main(void) {
  run2(one, two);
  return 0;
}
