// A writer and a reader: two orders.
//
// traces: 2
#include "threads2.h"
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;
void *writes(void *a) {
  pthread_rwlock_wrlock(&l);
  x = 1;
  pthread_rwlock_unlock(&l);
  return a;
}
void *reads(void *a) {
  pthread_rwlock_rdlock(&l);
  int seen = x;
  (void)seen;
  pthread_rwlock_unlock(&l);
  return a;
}
int main(void) {
  run2(writes, reads);
  return 0;
}
