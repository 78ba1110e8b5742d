// With --trust, the order of calls into a library is not explored: 1 trace instead of 2.
// library: queue
// options: --trust libqueue
// notes: trusted_library
// traces: 1
#include <pthread.h>

void queue_push(void* value);

static char first, second;

static void* pushes(void* value) {
  queue_push(value);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, pushes, &first);
  pthread_create(&b, 0, pushes, &second);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
