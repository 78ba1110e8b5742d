// A semaphore with the initial value 1 is a lock: 2 orders.
//
// traces: 2
#include <assert.h>
#include <semaphore.h>
#include "threads2.h"
sem_t s;
int x;
void *add(void *a) { sem_wait(&s); x++; sem_post(&s); return a; }
int main(void) {
  sem_init(&s, 0, 1);
  run2(add, add);
  assert(x == 2);
  return 0;
}
