// One thread locks and unlocks a mutex, and the other destroys it: before the lock (a destroyed
// mutex is locked), between lock and unlock (a locked mutex is destroyed), or after both: 3 traces.
//
// traces: 3
// finds: misuse
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *locks(void *arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

static void *destroys(void *arg) {
  pthread_mutex_destroy(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, locks, 0);
  pthread_create(&b, 0, destroys, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
