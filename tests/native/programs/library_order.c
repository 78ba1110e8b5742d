// Two tasks push into a queue of a library that is not instrumented. Both orders of the pushes are
// explored: 2 traces, in one of which the assertion fails.
// library: queue
// traces: 2
// errors: assertion
// says: state of libqueue
#include <assert.h>
#include <pthread.h>

void queue_push(void* value);
void* queue_pop(void);

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
  assert(queue_pop() == &first);
  return 0;
}
