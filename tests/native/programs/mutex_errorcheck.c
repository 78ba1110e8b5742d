// The second lock by the same thread fails, and no step of the other thread can come in between:
// the two sections have 2 orders.
//
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <errno.h>
static pthread_mutex_t m;
int x;

static void *first(void *arg) {
  pthread_mutex_lock(&m);
  assert(pthread_mutex_lock(&m) == EDEADLK);
  x++;
  pthread_mutex_unlock(&m);
  return arg;
}

static void *second(void *arg) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &kind);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(pthread_mutex_unlock(&m) == EPERM);
  return 0;
}
