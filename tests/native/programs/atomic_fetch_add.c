// Two read-modify-writes of one variable, in either order; neither is lost.
//
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;

static void *first(void *arg) {
  atomic_fetch_add(&x, 1);
  return arg;
}

static void *second(void *arg) {
  atomic_fetch_add(&x, 2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 3);
  return 0;
}
