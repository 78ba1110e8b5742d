// Code of a library is an event however a task gets there: through a pointer (the first task), or
// by returning from a callback that made a visible operation (the second). The first task has one
// event in the library (p), the second has two (q before the callback, r after it), with the write
// of x between them: p comes before q, between q and r, or after r. The write of x of the first
// task, after p, comes before or after that of the second. p before q: x in both orders (2). p
// between q and r: both orders (2). p after r: the second writes first (1).
// library: queue
// traces: 5
// brute force: 5
#include <pthread.h>
#include <stdatomic.h>

void* queue_function(void);
void queue_visit(void (*visit)(void));

static atomic_int x;

static void writes(void) { atomic_store(&x, 1); }

static void* by_pointer(void* unused) {
  void (*push)(void*) = (void (*)(void*))unused;
  push(0);
  atomic_store(&x, 2);
  return 0;
}

static void* by_callback(void* unused) {
  queue_visit(writes);
  return unused;
}

int main(void) {
  pthread_t a, b;
  void* const push = queue_function();
  pthread_create(&a, 0, by_pointer, push);
  pthread_create(&b, 0, by_callback, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
