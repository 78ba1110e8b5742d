// The same block is freed twice.
//
// traces: 1
// finds: double_free
#include <stdlib.h>

int main(void) {
  void *block = malloc(8);
  free(block);
  free(block);
  return 0;
}
