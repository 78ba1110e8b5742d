// Each thread has its own value, which is passed to the destructor. Only the destructor's counter
// is shared, and its two updates have 2 orders.
//
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_key_t key;
static atomic_int freed;
static int one = 1, two = 2;

static void destroy(void *value) { freed += *(int *)value; }

static void *first(void *arg) {
  pthread_setspecific(key, &one);
  assert(pthread_getspecific(key) == &one);
  return arg;
}

static void *second(void *arg) {
  assert(pthread_getspecific(key) == 0);
  pthread_setspecific(key, &two);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, destroy);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(freed == 3);
  return 0;
}
