// A spin loop with C's atomic_load, which at -O0 writes the value to a variable on the stack. It
// still waits, after two reads that show that it spins, and is not reported as a livelock.
// traces: any
// deadlocks: 0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void* sets(void* unused) {
  atomic_store(&flag, 1);
  return unused;
}

static void* spins(void* unused) {
  while (!atomic_load(&flag)) {
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sets, NULL);
  pthread_create(&b, NULL, spins, NULL);
  return 0;
}
