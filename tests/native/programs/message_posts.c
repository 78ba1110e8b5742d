// A message posts to its own handler; the new message starts after the first has ended. 1 trace.
//
// traces: 1
// traces as locks: 1
#include <assert.h>

#include <mazurka/mazurka.h>

static int x;
static void two(void *arg) {
  assert(x == 1 && arg == 0);
  x = 2;
}
static void one(void *arg) {
  mz_post(mz_current_handler(), two, arg);
  x = 1;
}

int main(void) {
  mz_handler *h = mz_handler_create("h", MZ_MULTISET);
  mz_post(h, one, 0);
  return 0;
}
