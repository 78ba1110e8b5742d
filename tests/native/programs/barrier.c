// Only the order of arrival at the barrier can differ; writes before the barrier are seen after it.
//
// traces: 2
#include <assert.h>
#include "threads2.h"
pthread_barrier_t b;
int x[2];
void *one(void *a) { x[0] = 1; pthread_barrier_wait(&b); assert(x[1] == 1); return a; }
void *two(void *a) { x[1] = 1; pthread_barrier_wait(&b); assert(x[0] == 1); return a; }
int main(void) {
  pthread_barrier_init(&b, 0, 2);
  run2(one, two);
  return 0;
}
