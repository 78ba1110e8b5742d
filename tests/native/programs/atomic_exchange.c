// Two exchanges of one variable in either order: the second one returns the value of the first.
//
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
int seen[2];

static void *first(void *arg) {
  seen[0] = atomic_exchange(&x, 1);
  return arg;
}

static void *second(void *arg) {
  seen[1] = atomic_exchange(&x, 2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert((seen[0] == 0) != (seen[1] == 0));
  return 0;
}
