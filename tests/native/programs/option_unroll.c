// A loop of 101 updates, and one read before the first update or after one of them. When the loop
// is cut after three updates, there are four traces, none of which reaches its end. The helper is
// called four times from different places, which is not a loop; main reads what it did.
// traces: 102
// traces --unroll=3: 4
// cut --unroll=3: 4
// traces --unroll=200: 102
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count, other;

static void helper(void) { atomic_fetch_add(&other, 1); }

static void* loops(void* unused) {
  helper();
  helper();
  helper();
  helper();
  while (atomic_fetch_add(&count, 1) < 100) {
  }
  return unused;
}

static void* reads(void* unused) {
  (void)atomic_load(&count);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, loops, NULL);
  pthread_create(&b, NULL, reads, NULL);
  pthread_join(a, NULL);
  return atomic_load(&other) - 4;
}
