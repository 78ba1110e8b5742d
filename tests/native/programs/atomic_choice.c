// Two tasks, each with a choice in an atomic section, as in SV-COMP's pthread-wmm. Two orders of the
// sections, and two values in each: 2 * 2 * 2 traces.
// traces: 8
// brute force: 8
#include <pthread.h>
#include <stdbool.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
bool __VERIFIER_nondet_bool(void);

static int x;

static void* chooses(void* unused) {
  __VERIFIER_atomic_begin();
  x = __VERIFIER_nondet_bool() ? 1 : 2;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, chooses, NULL);
  pthread_create(&b, NULL, chooses, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
