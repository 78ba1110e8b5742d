// The program has one trace, so no prefix of it is run twice. Its last steps depend on the cycle
// counter of the processor: running the execution again shows that.
//
// traces: 1
// finds: nondeterminism
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <x86intrin.h>

static _Atomic uint64_t x;

static void *works(void *arg) {
  atomic_store(&x, 1);
  return arg;
}
static void *reads(void *arg) {
  (void)atomic_load(&x);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, works, 0);
  pthread_join(thread, 0);
  pthread_create(&thread, 0, reads, 0);
  pthread_join(thread, 0);
  atomic_store(&x, __rdtsc());
  pthread_create(&thread, 0, reads, 0);
  pthread_join(thread, 0);
  return 0;
}
