// A read of a freed block.
//
// traces: 1
// finds: use_after_free
#include <stdlib.h>

int main(void) {
  int *volatile block = malloc(8);
  *block = 1;
  free(block);
  return *block;
}
