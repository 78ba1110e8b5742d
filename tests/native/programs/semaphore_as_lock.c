// A semaphore with the initial value 1 is a lock: 2 orders.
//
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
int x;

static void *first(void *arg) {
  sem_wait(&s);
  x++;
  sem_post(&s);
  return arg;
}

static void *second(void *arg) {
  sem_wait(&s);
  x++;
  sem_post(&s);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&s, 0, 1);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
  return 0;
}
