// Each thread writes its variable and reads the other. Each read comes before or after the write;
// both before is impossible when memory is sequentially consistent: 3 traces.
//
// traces: 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int seen[2];

static void *first(void *arg) {
  x = 1;
  seen[0] = y;
  return arg;
}

static void *second(void *arg) {
  y = 1;
  seen[1] = x;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(seen[0] + seen[1] > 0);
  return 0;
}
