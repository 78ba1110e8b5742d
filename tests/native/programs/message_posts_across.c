// A message on g and main both post to h. The two messages of h write x in either order: 2
// traces.
//
// traces: 2
#include <assert.h>

#include <mazurka/mazurka.h>

static int x;
static mz_handler *h;
static void one(void *arg) { x = 1 + (arg != 0); }
static void two(void *arg) { x = 3 + (arg != 0); }
static void relay(void *arg) { mz_post(h, one, arg); }

int main(void) {
  h = mz_handler_create("h", MZ_MULTISET);
  mz_handler *g = mz_handler_create("g", MZ_MULTISET);
  mz_post(g, relay, 0);
  mz_post(h, two, 0);
  return 0;
}
