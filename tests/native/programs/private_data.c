// Each local, thread-local, heap block and array element is used by one thread only, so no two
// events conflict.
//
// traces: 1
#include <assert.h>
#include <stdlib.h>
#include "threads2.h"
int cells[2];
_Thread_local int own = 3;
static void work(int index) {
  int sum = 0;
  int *block = malloc(3 * sizeof *block);
  for (int i = 0; i < 3; ++i) block[i] = i;
  for (int i = 0; i < 3; ++i) sum += block[i];
  free(block);
  cells[index] = sum + own;
  own = 7;
  assert(cells[index] == 6);
}
void *one(void *a) { work(0); return a; }
void *two(void *a) { work(1); return a; }
int main(void) {
  run2(one, two);
  assert(own == 3);
  return 0;
}
