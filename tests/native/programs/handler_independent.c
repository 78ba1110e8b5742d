// A handler does not order two independent messages: 1 trace. If the handler is treated as a lock:
// 2 traces.
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
