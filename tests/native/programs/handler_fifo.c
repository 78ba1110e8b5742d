// Two messages of one poster run in the order of their posts: 1 trace.
//
// traces: 1
// traces as locks: 1
#include <assert.h>

#include <mazurka/mazurka.h>

static int x;
static void one(void *arg) { x = 1 + (arg != 0); }
static void two(void *arg) { x = 3 + (arg != 0); }

int main(void) {
  mz_handler *h = mz_handler_create("h", MZ_FIFO);
  mz_post(h, one, 0);
  mz_post(h, two, 0);
  return 0;
}
