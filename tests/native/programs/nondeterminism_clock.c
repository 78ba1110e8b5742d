// A counter of the processor decides what happens, so the same schedule has different effects when
// it is run again. Each of the 60 rounds selects one of 2 cells by the counter: which execution
// shows the difference is random, but it is practically certain that one does.
//
// traces: any
// finds: nondeterminism
#include <pthread.h>
#include <stdatomic.h>

static atomic_int cells[2];

static void *works(void *arg) {
  for (int i = 0; i < 30; ++i)
    atomic_fetch_add(&cells[(__builtin_ia32_rdtsc() >> 4) % 2], 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 2; ++i) atomic_store(&cells[i], 0);
  pthread_create(&a, 0, works, 0);
  pthread_create(&b, 0, works, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
