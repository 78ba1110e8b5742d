// C11 threads with a mutex: the sections have 2 orders.
//
// traces: 2
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int x;

static int add(void *arg) {
  mtx_lock(&m);
  x++;
  mtx_unlock(&m);
  return *(int *)arg;
}

int main(void) {
  thrd_t a, b;
  int one = 1, two = 2, result[2];
  mtx_init(&m, mtx_plain);
  thrd_create(&a, add, &one);
  thrd_create(&b, add, &two);
  thrd_join(a, &result[0]);
  thrd_join(b, &result[1]);
  assert(x == 2 && result[0] == 1 && result[1] == 2);
  return 0;
}
