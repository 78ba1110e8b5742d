// A lock in an atomic section cannot be part of one event.
// traces: 1
// errors: misuse
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* works(void* unused) {
  __VERIFIER_atomic_begin();
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, works, NULL);
  return 0;
}
