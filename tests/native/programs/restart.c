// Each execution starts with fresh state: globals, function-local statics, rand, the environment,
// stdio.
//
// traces: 2
// errors: data_race
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "threads2.h"
int x = 5, first;
static int count(void) { static int calls; return ++calls; }
void *one(void *a) { x = 1; return a; }
void *two(void *a) { x = 2; return a; }
int main(void) {
  assert(x == 5 && count() == 1 && getenv("MADE_BY_THE_TEST") == 0);
  setenv("MADE_BY_THE_TEST", "1", 1);
  assert(rand() == 1804289383);
  printf("%d\n", x);
  run2(one, two);
  return 0;
}
