// A delayed message and one that is posted later, on a fifo handler. The delayed one is posted at
// any later time, so the messages come in both orders: 2 traces. With locks, the order of the posts
// is that of the messages: 2.
//
// traces: 2
// traces as locks: 2
// brute force: 2
// errors: assertion
// says: delayed one
#include <assert.h>

#include <mazurka/mazurka.h>

static int x;
static void one(void *arg) { x = 1 + (arg != 0); }
static void two(void *arg) { assert(x == (arg != 0)); }

int main(void) {
  mz_handler *h = mz_handler_create("h", MZ_FIFO);
  mz_post_delayed(h, one, 0);
  mz_post(h, two, 0);
  return 0;
}
