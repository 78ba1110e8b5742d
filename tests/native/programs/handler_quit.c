// The message starts before the quit, or is dropped.
//
// traces: 2
#include <mazurka/mazurka.h>
int x;
static void work(void *a) { x = 1; (void)a; }
int main(void) {
  mz_handler *h = mz_handler_create("h", MZ_MULTISET);
  mz_post(h, work, 0);
  mz_handler_quit(h);
  return 0;
}
