// One thread writes two bytes of a word separately, the other writes the whole word, so cells are
// split during the exploration. The word is written before, between or after the bytes: 3 traces.
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
