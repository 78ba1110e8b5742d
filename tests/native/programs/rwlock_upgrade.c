// Two readers that want to write without giving up what they hold: each waits for itself, whatever
// the other one does. Their read locks do not conflict, so there is 1 trace.
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
