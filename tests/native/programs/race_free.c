// The thread that sees the flag frees the block; if it is not seen, main frees it: 2 traces. In no
// order is there a use after free, but a relaxed flag does not order the free after the use, so
// they race.
//
// traces: 2
// errors: data_race
// traces -D ORDER=memory_order_seq_cst: 2
#include <stdatomic.h>
#include <stdlib.h>
#include "threads2.h"
#ifndef ORDER
#define ORDER memory_order_relaxed
#endif
int *block;
int freed;
atomic_int done;
void *uses(void *a) {
  *block = 1;
  atomic_store_explicit(&done, 1, ORDER);
  return a;
}
void *frees(void *a) {
  if (atomic_load_explicit(&done, ORDER)) {
    free(block);
    freed = 1;
  }
  return a;
}
int main(void) {
  block = malloc(sizeof *block);
  run2(uses, frees);
  if (!freed) free(block);
  return 0;
}
