// Two locks in both orders. Locks of A are ordered two ways, those of B, too; one of the four is
// impossible, one is the deadlock: 2 + 1.
//
// traces: 3
// deadlocks: 1
#include "threads2.h"
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}
void *one(void *p) { both(&a, &b); return p; }
void *two(void *p) { both(&b, &a); return p; }
int main(void) {
  run2(one, two);
  return 0;
}
