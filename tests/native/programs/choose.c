// Every value of the choice is one trace.
//
// traces: 3
#include <assert.h>

#include <mazurka/mazurka.h>

static int seen;

int main(void) {
  seen = mz_choose(3);
  assert(seen >= 0 && seen < 3);
  return 0;
}
