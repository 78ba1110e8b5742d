// Three updates of one variable: 3! orders.
//
// traces: 6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *arg) {
  atomic_fetch_add(&x, 1);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(x == 3);
  return 0;
}
