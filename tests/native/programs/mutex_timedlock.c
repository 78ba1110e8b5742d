// The timed lock comes before the section, after it, or times out within it, as in mutex_trylock.c:
// 3 traces.
//
// traces: 3
#include <assert.h>
#include <pthread.h>
#include <errno.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *first(void *arg) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return arg;
}

static void *second(void *arg) {
  struct timespec soon = {1, 0};
  int result = pthread_mutex_timedlock(&m, &soon);
  assert(result == 0 || result == ETIMEDOUT);
  if (result == 0) {
    x++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 1 || x == 2);
  return 0;
}
