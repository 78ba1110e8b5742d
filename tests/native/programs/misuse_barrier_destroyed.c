// A barrier is destroyed, and then two threads wait at it.
//
// traces: any
// errors: misuse
// says: wait at a barrier that is destroyed
#include <pthread.h>
pthread_barrier_t barrier;
static void *waits(void *a) {
  pthread_barrier_wait(&barrier);
  return a;
}
static void meet(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waits, 0);
  pthread_barrier_wait(&barrier);
  pthread_join(thread, 0);
}
int main(void) {
  pthread_barrier_init(&barrier, 0, 2);
  meet();
  pthread_barrier_destroy(&barrier);
  meet();
  return 0;
}
