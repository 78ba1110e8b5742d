// After the join all messages have run, those that messages posted included.
//
// traces: any
// deadlocks: 0
#include <assert.h>

#include <mazurka/mazurka.h>

static int left = 3;
static void again(void *arg) {
  if (--left > 0) mz_post(mz_current_handler(), again, arg);
}

int main(void) {
  mz_handler *h = mz_handler_create("h", MZ_MULTISET);
  mz_post(h, again, 0);
  mz_handler_join(h);
  assert(left == 0);
  return 0;
}
