// A post to a handler that has been joined is a misuse.
//
// traces: any
// finds: misuse
#include <assert.h>

#include <mazurka/mazurka.h>

static void one(void *arg) { (void)arg; }

int main(void) {
  mz_handler *h = mz_handler_create("h", MZ_MULTISET);
  mz_handler_join(h);
  mz_post(h, one, 0);
  return 0;
}
