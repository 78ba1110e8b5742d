// A delayed message and a quit of its handler: the message runs before the quit, or is dropped,
// because it starts after the quit: 2 traces. It makes no difference whether it is posted before or
// after the quit.
//
// traces: 2
// brute force: 2
#include <mazurka/mazurka.h>

static int freed;
static void run(void *arg) { (void)arg; }
static void drop(void *arg) { freed = arg != 0; }

int main(void) {
  mz_handler *h = mz_handler_create("h", MZ_MULTISET);
  mz_post_delayed_owned(h, run, drop, 0);
  mz_handler_quit(h);
  return 0;
}
