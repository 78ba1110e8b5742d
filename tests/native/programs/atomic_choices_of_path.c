// The second choice in the section depends on the first. The section comes before or after the
// write of the other task. The choices are made before the section, so the second one is made in
// all executions: 2 * 2 orders and values of the first, times 3 values of the second.
// traces: 12
#include <pthread.h>

#include <mazurka/mazurka.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x;

static void* writes(void* unused) {
  __VERIFIER_atomic_begin();
  x = 5;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, writes, NULL);
  __VERIFIER_atomic_begin();
  if (mz_choose(2) == 1) x = mz_choose(3);
  __VERIFIER_atomic_end();
  pthread_join(a, NULL);
  return 0;
}
