// A block that nobody can free any more.
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
