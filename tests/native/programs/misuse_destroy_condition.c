// A condition variable is destroyed while a thread sleeps on it. If it is destroyed first, the
// thread sleeps forever on the destroyed object: 2 traces.
//
// traces: 2
// deadlocks: 1
// finds: misuse
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *waits(void *arg) {
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waits, 0);
  pthread_cond_destroy(&c);
  return 0;
}
