// The watchdog ends a loop in a C library function that calls back: qsort with a comparison that
// does not return. One thread: 1 trace.
//
// traces: 1
// finds: livelock
// options: --watchdog 0.2
#include <stdlib.h>

static int never(const void *a, const void *b) {
  (void)a;
  (void)b;
  for (volatile int i = 0; i >= 0; i = i == 7 ? 0 : i + 1)
    ;
  return 0;
}

int main(void) {
  int numbers[] = {3, 1, 2};
  qsort(numbers, 3, sizeof *numbers, never);
  return 0;
}
