// Two independent choices of 2 values each: 4 traces.
//
// traces: 4
#include <assert.h>
#include <pthread.h>
#include <mazurka/mazurka.h>
static int x, y;

static void *first(void *arg) {
  x = mz_choose(2);
  return arg;
}

static void *second(void *arg) {
  y = mz_choose(2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x + y <= 2);
  return 0;
}
