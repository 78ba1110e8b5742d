// Creation and join order all accesses: 1 trace, and no data race on the plain variable x.
//
// traces: 1
#include <assert.h>
#include <pthread.h>

static int x;

static void *add(void *arg) {
  x += 2;
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result = 0;
  x = 1;
  pthread_create(&thread, 0, add, &x);
  pthread_join(thread, &result);
  assert(x == 3 && result == &x);
  return 0;
}
