// quick_exit runs only its own handlers, and _exit runs none. 2 threads end the process in one of
// these ways, and the order of the stores makes 2 traces.
//
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int x;

static void never(void) { assert(!"a handler of exit runs"); }
static void quickly(void) { atomic_store(&x, 1); }

static void *leaves(void *arg) {
  (void)arg;
  quick_exit(0);
}

static void *leaves_at_once(void *arg) {
  (void)arg;
  atomic_store(&x, 2);
  _exit(0);
}

int main(void) {
  pthread_t a, b;
  atexit(never);
  at_quick_exit(quickly);
  pthread_create(&a, 0, leaves, 0);
  pthread_create(&b, 0, leaves_at_once, 0);
  pthread_join(a, 0);
  assert(!"a thread that called quick_exit was joined");
}
