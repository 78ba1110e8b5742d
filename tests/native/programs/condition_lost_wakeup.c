// The flag is tested and set without the mutex. If the waiter sees the flag: 1 trace. If not, it
// sleeps before the signal and is woken, 1 trace; or after the signal and forever, 1 trace.
//
// traces: 3
// deadlocks: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
atomic_int ready;

static void *first(void *arg) {
  if (!ready) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *second(void *arg) {
  ready = 1;
  pthread_cond_signal(&c);
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
