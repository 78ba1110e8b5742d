// Two readers try to lock for writing while they hold the lock for reading: each waits for itself,
// regardless of the other. Their read locks do not conflict, so there is 1 trace.
//
// traces: 1
// brute force: 1
// deadlocks: 1
// errors: deadlock
#include "threads2.h"
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void *upgrades(void *a) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
  return a;
}
int main(void) {
  run2(upgrades, upgrades);
  return 0;
}
