// A library that is not instrumented, with a name like those of OpenMP's runtimes. It loses a block
// of its own, as libomp 14 does.
#include <stdlib.h>

void lose_a_block(void);

static void* volatile kept;

void lose_a_block(void) {
  kept = malloc(67);
  kept = 0;
}
