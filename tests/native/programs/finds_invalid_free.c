// Only a block that malloc returned may be freed.
//
// traces: 1
// finds: invalid_free
#include <stdlib.h>

int main(void) {
  int local;
  int *volatile pointer = &local;
  free(pointer);
  return 0;
}
