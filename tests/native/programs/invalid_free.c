// traces: 1
// errors: invalid_free
#include <stdlib.h>
int main(void) {
  char *block = malloc(3);
  free(block + 1);
  return 0;
}
