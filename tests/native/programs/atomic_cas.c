// A compare-exchange counts as a write even if it fails: 2 orders. Exactly one succeeds.
//
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int wins_of_first, wins_of_second;
atomic_int x;

static void *first(void *arg) {
  int zero = 0;
  if (atomic_compare_exchange_strong(&x, &zero, 1)) wins_of_first = 1;
  return arg;
}

static void *second(void *arg) {
  int zero = 0;
  if (atomic_compare_exchange_strong(&x, &zero, 2)) wins_of_second = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(wins_of_first + wins_of_second == 1);
  return 0;
}
