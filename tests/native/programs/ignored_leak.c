// A leak at the end of every execution is ignored. Some executions are run again at the end, and end
// with the same leak: that is no nondeterminism.
// options: --ignore leak
// notes: suppressed
// traces: 1
#include <stdlib.h>

int main(void) {
  char* volatile block = malloc(10);
  block = 0;
  (void)block;
  return 0;
}
