// Ten tasks and 50 events, to measure the cost of an execution without analysis.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counters[3];

static void* work(void* of) {
  for (int i = 0; i < 3; ++i) atomic_fetch_add(&counters[(i + (int)(long)of) % 3], 1);
  return 0;
}

int main(void) {
  pthread_t threads[9];
  for (long i = 0; i < 9; ++i) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < 9; ++i) pthread_join(threads[i], 0);
  int sum = 0;
  for (int i = 0; i < 5; ++i) sum += atomic_load(&counters[i % 3]);
  return sum != 45;
}
