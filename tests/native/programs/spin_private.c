// A task spins on a variable that no other task ever touches: a deadlock, and found at once.
//
// traces: 1
// brute force: 1
// deadlocks: 1
#include <pthread.h>
#include <stdatomic.h>

static atomic_int never_set;

static void* spins(void* unused) {
  while (!never_set) {
  }
  never_set = 42;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, spins, NULL);
  return 0;
}
