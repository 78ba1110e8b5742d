// A barrier is destroyed while a thread waits at it, or before the thread arrives at it: 2 orders,
// both of them misuse.
//
// traces: 2
// finds: misuse
#include <pthread.h>

static pthread_barrier_t barrier;

static void *waits(void *arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&thread, 0, waits, 0);
  pthread_barrier_destroy(&barrier);
  return 0;
}
