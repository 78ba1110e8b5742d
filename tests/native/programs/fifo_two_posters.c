// Two threads post conflicting messages to a fifo handler, which run in the order of the posts.
//
// traces: 2
// errors: assertion
// executions of em: 2
#include <assert.h>
#include <pthread.h>

#include <mazurka/mazurka.h>

static mz_handler *h;
static int x;
static void one(void *arg) { x = 1 + (arg != 0); }
static void two(void *arg) { assert(x == 1 + (arg != 0)); }

static void *posts_one(void *arg) { mz_post(h, one, 0); return arg; }
static void *posts_two(void *arg) { mz_post(h, two, 0); return arg; }

int main(void) {
  pthread_t a, b;
  h = mz_handler_create("h", MZ_FIFO);
  pthread_create(&a, 0, posts_one, 0);
  pthread_create(&b, 0, posts_two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
