// What is posted after quit never runs, what was posted before may or may not.
//
// traces: any
// deadlocks: 0
#include <assert.h>

#include <mazurka/mazurka.h>

static int before, after;
static void one(void *arg) { before += arg == 0; }
static void two(void *arg) { after += arg == 0; }

int main(void) {
  mz_handler *h = mz_handler_create("h", MZ_FIFO);
  mz_post(h, one, 0);
  mz_handler_quit(h);
  mz_post(h, two, 0);
  mz_handler_join(h);
  assert(after == 0 && before <= 1);
  return 0;
}
