// A read from an empty pipe would block the checker itself.
//
// traces: 1
// finds: runtime_error
// warns: descriptors
#include <unistd.h>

int main(void) {
  int ends[2];
  char byte;
  if (pipe(ends) != 0) return 1;
  return read(ends[0], &byte, 1) == 1 ? 0 : 1;
}
