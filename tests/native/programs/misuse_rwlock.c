// A reader holds the lock, and another thread unlocks it, which a mere count of readers would not
// detect. With DESTROY, the lock is destroyed while it is held. The misuse is detected before the
// unlock becomes an event, so there is 1 trace; with DESTROY there are 2 orders of destroying and
// locking.
//
// traces: 1
// finds: misuse
// traces -D DESTROY=1: 2
// finds -D DESTROY=1: misuse
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reads(void *arg) {
  pthread_rwlock_rdlock(&lock);
  return arg;
}

static void *errs(void *arg) {
#ifdef DESTROY
  pthread_rwlock_destroy(&lock);
#else
  pthread_rwlock_unlock(&lock);
#endif
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reads, 0);
  pthread_create(&b, 0, errs, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
