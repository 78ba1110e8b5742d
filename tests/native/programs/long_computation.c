// A computation that ends is not a livelock, regardless of how often it is repeated, because the
// watchdog measures the time of each one separately. The two stores: 2 traces.
//
// traces: 2
// options: --watchdog 5
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *computes(void *arg) {
  volatile unsigned value = 1;
  for (int i = 0; i < 3000000; ++i) value = value * 3 + 1;
  atomic_store(&x, (int)value);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, computes, 0);
  pthread_create(&b, 0, computes, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
