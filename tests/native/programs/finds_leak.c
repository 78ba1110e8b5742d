// A block becomes unreachable and can never be freed.
//
// traces: 1
// finds: leak
#include <stdlib.h>

static int *block;

int main(void) {
  block = malloc(8);
  block = 0;
  return 0;
}
