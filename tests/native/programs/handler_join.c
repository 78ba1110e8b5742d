// After the join, all messages have run, including those that messages posted. When main begins to
// wait, the first message may or may not have posted the second: 2 traces.
//
// traces: 2
#include <assert.h>
#include <mazurka/mazurka.h>
int x;
static void second(void *a) { x++; (void)a; }
static void first(void *a) {
  assert(mz_current_handler() == a);
  x++;
  mz_post(a, second, 0);
}
int main(void) {
  mz_handler *h = mz_handler_create("h", MZ_FIFO);
  mz_post(h, first, h);
  mz_handler_join(h);
  assert(x == 2);
  return 0;
}
