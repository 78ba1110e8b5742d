// A global barrier is initialised twice. One on the stack may be left behind: its memory is used
// again.
//
// traces: 1
// errors: misuse
// says: a barrier is initialised twice
#include <pthread.h>
pthread_barrier_t barrier;
static void leave_one_behind(void) {
  pthread_barrier_t local;
  pthread_barrier_init(&local, 0, 1);
  pthread_barrier_wait(&local);
}
int main(void) {
  leave_one_behind();
  leave_one_behind();
  pthread_barrier_init(&barrier, 0, 1);
  pthread_barrier_wait(&barrier);
  pthread_barrier_init(&barrier, 0, 1);
  return 0;
}
