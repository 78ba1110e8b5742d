// traces: 1
// errors: runtime_error
#include <stdlib.h>
int main(void) {
  char *block = malloc(3);
  block[3] = 1;
  return 0;
}
