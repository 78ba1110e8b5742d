// A wait for a semaphore with the value 0 comes after the post in every schedule: 1 trace.
//
// traces: 1
#include <assert.h>
#include <semaphore.h>
#include "threads2.h"
sem_t s;
int x;
void *posts(void *a) { x = 1; sem_post(&s); return a; }
void *waits(void *a) { sem_wait(&s); assert(x == 1); return a; }
int main(void) {
  sem_init(&s, 0, 0);
  run2(posts, waits);
  return 0;
}
