// The messages run on two handlers and write one variable in either order: a data race.
//
// traces: 2
// traces as locks: 2
// finds: data_race
#include <assert.h>

#include <mazurka/mazurka.h>

static int x;
static void one(void *arg) { x = 1 + (arg != 0); }
static void two(void *arg) { x = 3 + (arg != 0); }

int main(void) {
  mz_handler *g = mz_handler_create("g", MZ_MULTISET);
  mz_handler *h = mz_handler_create("h", MZ_MULTISET);
  mz_post(g, one, 0);
  mz_post(h, two, 0);
  return 0;
}
