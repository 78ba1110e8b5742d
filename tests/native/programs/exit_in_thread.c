// exit() ends the process, so a task that joins the calling thread stops waiting and is not
// reported as deadlocked. The load comes before or after the store: 2 traces.
//
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void *leaves(void *arg) {
  (void)arg;
  atomic_store(&x, 1);
  exit(0);
}

static void *looks(void *arg) {
  (void)atomic_load(&x);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, leaves, 0);
  pthread_create(&b, 0, looks, 0);
  pthread_join(a, 0);
  assert(!"a thread that called exit was joined");
}
