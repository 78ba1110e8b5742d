// A library that is not instrumented, with a name like those of OpenMP's runtimes. It loses
// blocks of its own, as libomp 14 does.
#include <stdlib.h>
#include <string.h>

void lose_a_block(void);

static void* volatile kept;

void lose_a_block(void) {
  kept = malloc(67);
  kept = strdup(kept == 0 ? "" : "text");
  kept = 0;
}
