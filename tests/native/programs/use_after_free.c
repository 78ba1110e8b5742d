// One thread frees a block before or after the other thread reads it.
//
// traces: 2
// errors: use_after_free
#include <stdlib.h>
#include "threads2.h"
int *block;
void *frees(void *a) { free(block); return a; }
void *reads(void *a) { volatile int seen = *block; (void)seen; return a; }
int main(void) {
  block = malloc(sizeof *block);
  *block = 1;
  run2(frees, reads);
  return 0;
}
