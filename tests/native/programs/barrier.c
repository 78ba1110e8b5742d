// The arrivals have 2 orders; what was written before the barrier is seen behind it, and exactly
// one thread is the serial one.
//
// traces: 2
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t both;
int x, y, serial[2];

static void *first(void *arg) {
  x = 1;
  serial[0] = pthread_barrier_wait(&both) == PTHREAD_BARRIER_SERIAL_THREAD;
  assert(y == 1);
  return arg;
}

static void *second(void *arg) {
  y = 1;
  serial[1] = pthread_barrier_wait(&both) == PTHREAD_BARRIER_SERIAL_THREAD;
  assert(x == 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&both, 0, 2);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(serial[0] + serial[1] == 1);
  return 0;
}
