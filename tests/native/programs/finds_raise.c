// A signal without a handler ends the program.
//
// traces: 1
// finds: crash
#include <signal.h>

int main(void) {
  raise(SIGTERM);
  return 0;
}
