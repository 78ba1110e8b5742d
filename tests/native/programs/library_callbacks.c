// A library calls a function of the program. If the function does nothing that another task could
// notice (CALLS=0), the call of the library is one event, before or after that of the other task: 2
// traces. If it calls the library, the first task has three events: the code before the callback,
// the call in it, and the code after it. Those of the other task come before, between or after
// them: 4 traces.
// library -D CALLS=0: queue
// library -D CALLS=1: queue
// traces -D CALLS=0: 2
// brute force -D CALLS=0: 2
// traces -D CALLS=1: 4
// brute force -D CALLS=1: 4
#include <pthread.h>

void queue_push(void* value);
void queue_visit(void (*visit)(void));

static __thread int visits;

static void visit(void) {
  ++visits;
  if (CALLS) queue_push(0);
}

static void* visits_queue(void* unused) {
  queue_visit(visit);
  return unused;
}

static void* pushes(void* unused) {
  queue_push(0);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, visits_queue, 0);
  pthread_create(&b, 0, pushes, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
