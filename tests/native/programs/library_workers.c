// A library with a thread that never ends: it sleeps until there is work, also when main returns.
// That is not a deadlock.
// library: pool
// traces: any
#include <assert.h>

void pool_start(void);
void pool_run(void (*work)(void));

static int n;

static void works(void) { n++; }

int main(void) {
  pool_start();
  pool_run(works);
  assert(n == 1);
  return 0;
}
