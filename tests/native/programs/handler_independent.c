// Two messages that have nothing in common are not ordered by their handler: 1 trace; as a lock
// the handler gives 2.
//
// traces: 1
// traces as locks: 2
#include <assert.h>

#include <mazurka/mazurka.h>

static int x, y;
static void one(void *arg) { x += arg == 0; }
static void two(void *arg) { y += arg == 0; }

int main(void) {
  mz_handler *h = mz_handler_create("h", MZ_MULTISET);
  mz_post(h, one, 0);
  mz_post(h, two, 0);
  return 0;
}
