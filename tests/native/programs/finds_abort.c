// abort() ends the program.
//
// traces: 1
// finds: crash
#include <stdlib.h>

int main(void) {
  abort();
  return 0;
}
