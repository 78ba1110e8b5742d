// C11 threads and mutexes: two critical sections, two orders.
//
// traces: 2
#include <assert.h>
#include <threads.h>
mtx_t m;
int x;
static int add(void *a) {
  mtx_lock(&m);
  x++;
  mtx_unlock(&m);
  return a == 0 ? 4 : 5;
}
int main(void) {
  thrd_t t, u;
  int r;
  mtx_init(&m, mtx_plain);
  thrd_create(&t, add, 0);
  thrd_create(&u, add, &m);
  thrd_join(t, &r);
  assert(r == 4);
  thrd_join(u, &r);
  assert(r == 5 && x == 2);
  return 0;
}
