// A lock made of an assumption in an atomic section, as in common benchmarks. The first task
// releases it before the other tries, or after, and then the other is blocked. 2 * 2 traces.
// traces: 4
// blocked: 2
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);

static atomic_int locked;

static void* works(void* unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(atomic_load(&locked) == 0);
  atomic_store(&locked, 1);
  __VERIFIER_atomic_end();
  atomic_store(&locked, 0);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, works, NULL);
  pthread_create(&b, NULL, works, NULL);
  return 0;
}
