// Two conflicting messages are posted in order. A fifo handler has one order, a multiset two.
//
// traces: 1
// executions of em: 1
// traces -D KIND=MZ_MULTISET: 2
// executions of em -D KIND=MZ_MULTISET: refused
#include <mazurka/mazurka.h>
#ifndef KIND
#define KIND MZ_FIFO
#endif
int x;
static void one(void *a) { x = 1; (void)a; }
static void two(void *a) { x = 2; (void)a; }
int main(void) {
  mz_handler *h = mz_handler_create("h", KIND);
  mz_post(h, one, 0);
  mz_post(h, two, 0);
  return 0;
}
