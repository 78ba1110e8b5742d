// A signal that nobody handles ends the program.
//
// traces: 1
// finds: crash
#include <signal.h>

int main(void) {
  raise(SIGTERM);
  return 0;
}
