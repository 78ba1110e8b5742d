// The program of message_passing.c with a relaxed flag, which orders nothing: in the trace in which
// the flag is seen, the accesses to the data are a data race.
//
// traces: 2
// finds: data_race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int flag;

static void *first(void *arg) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return arg;
}

static void *second(void *arg) {
  if (atomic_load_explicit(&flag, memory_order_relaxed)) assert(data == 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
