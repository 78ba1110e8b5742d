// Two threads write while they hold a lock for reading. The lock is taken and given back in 6
// orders. One thread after the other: the order of the writes is given, 2 traces. In the other 4
// orders both hold it at some time, and the writes have two orders: 8.
//
// traces: 10
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
