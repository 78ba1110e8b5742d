// A thread that is created in an atomic section cannot be part of one event.
// traces: 1
// errors: misuse
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static void* does_nothing(void* unused) { return unused; }

static void* works(void* unused) {
  pthread_t b;
  __VERIFIER_atomic_begin();
  pthread_create(&b, NULL, does_nothing, NULL);
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, works, NULL);
  return 0;
}
