// A task that repeats a trylock is in fact waiting: the attempt comes before the section, after it,
// or fails within it once or twice before the task waits: 4 traces.
//
// traces: 4
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *first(void *arg) {
  pthread_mutex_lock(&m);
  ++x;
  pthread_mutex_unlock(&m);
  return arg;
}

static void *second(void *arg) {
  while (pthread_mutex_trylock(&m) != 0)
    ;
  ++x;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
  return 0;
}
