// Two readers without a writer do not conflict, and they share nothing else. 1 trace.
//
// traces: 1
// brute force: 1
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;

static void *first(void *arg) {
  pthread_rwlock_rdlock(&l);
  assert(x == 0);
  pthread_rwlock_unlock(&l);
  return arg;
}

static void *second(void *arg) {
  pthread_rwlock_rdlock(&l);
  assert(x == 0);
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
