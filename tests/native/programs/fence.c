// Each thread writes its own variable and reads that of the other. Each read comes before or after
// the write, but both before is impossible in sequentially consistent memory: 3 traces. Fences
// access no object, so they add no traces.
//
// traces: 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int seen[2];

static void *first(void *arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  seen[0] = atomic_load_explicit(&y, memory_order_relaxed);
  return arg;
}

static void *second(void *arg) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  seen[1] = atomic_load_explicit(&x, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(seen[0] + seen[1] > 0);
  return 0;
}
