// Two threads write while they hold a lock for reading. No task locks it for writing, so it orders
// nothing, and the writes have 2 orders.
//
// traces: 2
// errors: data_race
// traces -D TAKE=pthread_rwlock_wrlock: 2
#include "threads2.h"
#ifndef TAKE
#define TAKE pthread_rwlock_rdlock
#endif
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;
void *one(void *a) {
  TAKE(&lock);
  x = 1;
  pthread_rwlock_unlock(&lock);
  return a;
}
int main(void) {
  run2(one, one);
  return 0;
}
