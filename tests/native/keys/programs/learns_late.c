// Only executions in which the reader comes last show that `late` is shared, and only then that
// `later` is.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;
static int late, later;

static void* writer(void* argument) {
  const int expected = *(const int*)argument;
  int before = expected;
  if (atomic_compare_exchange_strong(&turn, &before, expected + 1)) {
    late = expected;
    if (expected == 2) later = 1;
  }
  return 0;
}

static void* reader(void* argument) {
  (void)argument;
  if (atomic_load(&turn) == 3 && late == 2) later = 2;
  return 0;
}

int main(void) {
  static const int numbers[] = {0, 1, 2};
  pthread_t threads[4];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, writer, (void*)&numbers[i]);
  pthread_create(&threads[3], 0, reader, 0);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
  return 0;
}
