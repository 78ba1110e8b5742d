// The wait comes after the post: 1 trace, and the post orders the accesses to the data.
//
// traces: 1
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t full;
int x;

static void *first(void *arg) {
  x = 1;
  sem_post(&full);
  return arg;
}

static void *second(void *arg) {
  sem_wait(&full);
  assert(x == 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&full, 0, 0);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
