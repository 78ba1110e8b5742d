// The handler is created only if each of ten reads sees the value of the last increment. This is
// too rare for the initial random executions, so the exploration discovers the handler late.
//
// Read 0 sees a value from 0 to 10; read i, after read i - 1 has seen i - 1, one from i - 1 to 10.
// The reader continues only if the value is i: 10 traces end with read 0, and 11 - i with read i
// (for i from 1 to 9), 64 in total. In the remaining traces, the last increment comes after all
// reads, and the two messages write the same variable in either order. Whether the posts come
// before that increment makes no difference.
// traces: 66
#include <mazurka/mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count, last;

static void one(void* unused) {
  (void)unused;
  atomic_store(&last, 1);
}
static void two(void* unused) {
  (void)unused;
  atomic_store(&last, 2);
}

static void* increments(void* unused) {
  for (int i = 0; i < 10; ++i) atomic_fetch_add(&count, 1);
  return unused;
}

static void* looks(void* unused) {
  for (int i = 0; i < 10; ++i)
    if (atomic_load(&count) != i) return unused;
  mz_handler* late = mz_handler_create("late", MZ_MULTISET);
  mz_post(late, one, 0);
  mz_post(late, two, 0);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increments, NULL);
  pthread_create(&b, NULL, looks, NULL);
  return 0;
}
