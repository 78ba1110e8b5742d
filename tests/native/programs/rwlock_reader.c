// A reader and a writer exclude each other: 2 orders.
//
// traces: 2
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;

static void *first(void *arg) {
  pthread_rwlock_wrlock(&l);
  x = 1;
  x = 2;
  pthread_rwlock_unlock(&l);
  return arg;
}

static void *second(void *arg) {
  pthread_rwlock_rdlock(&l);
  assert(x != 1);
  pthread_rwlock_unlock(&l);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
