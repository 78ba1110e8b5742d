// A barrier that was never initialised.
//
// traces: 1
// errors: misuse
// says: wait at a barrier that was never initialised
#include <pthread.h>
pthread_barrier_t barrier;
int main(void) {
  pthread_barrier_wait(&barrier);
  return 0;
}
