// The running message knows its handler; a thread has no current handler.
//
// traces: 1
// traces as locks: 1
#include <assert.h>

#include <mazurka/mazurka.h>

static void look(void *arg) { assert(mz_current_handler() == arg); }

int main(void) {
  mz_handler *h = mz_handler_create("h", MZ_MULTISET);
  assert(mz_current_handler() == 0);
  mz_post(h, look, h);
  return 0;
}
