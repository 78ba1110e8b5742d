// Two locks taken in both orders. There are two orders of the locks of A and two of those of B. One
// of the four combinations is impossible, and one is the deadlock: 2 + 1 traces.
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
