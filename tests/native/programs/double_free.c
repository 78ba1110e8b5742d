// traces: 1
// errors: double_free
#include <stdlib.h>
int main(void) {
  char *block = malloc(3);
  free(block);
  free(block);
  return 0;
}
