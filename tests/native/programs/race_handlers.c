// Messages of two handlers write x in two orders and race; messages of one handler run on one
// thread. What main wrote before the posts happens before both messages.
//
// traces: 2
// errors: data_race
// traces -D ONE_HANDLER=1: 2
// traces as locks -D ONE_HANDLER=1: 2
#include <mazurka/mazurka.h>
int x, known;
static void one(void *a) { x = known; (void)a; }
static void two(void *a) { x = known + 1; (void)a; }
int main(void) {
  mz_handler *g = mz_handler_create("g", MZ_MULTISET);
  mz_handler *h = mz_handler_create("h", MZ_MULTISET);
  known = 1;
#ifdef ONE_HANDLER
  h = g;
#endif
  mz_post(g, one, 0);
  mz_post(h, two, 0);
  return 0;
}
