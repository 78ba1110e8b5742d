// The assumption holds if the write comes first; otherwise the execution is blocked.
//
// traces: 2
// blocked: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <mazurka/mazurka.h>
static atomic_int x;

static void *first(void *arg) {
  x = 1;
  return arg;
}

static void *second(void *arg) {
  mz_assume(x == 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
