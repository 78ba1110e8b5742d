// The watchdog ends a loop without visible operations, and the exploration continues: the load sees
// 0 (and the thread ends) or 1 (and it loops). SECONDS: how long the watchdog waits.
//
// traces: 2
// finds: livelock
// options: --watchdog 0.2
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *loops(void *arg) {
  if (atomic_load(&x) == 1)
    for (;;) __asm__ volatile("");  // clang 19 instruments accesses to volatile local variables
  return arg;
}

static void *stores(void *arg) {
  atomic_store(&x, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, loops, 0);
  pthread_create(&b, 0, stores, 0);
  pthread_join(b, 0);
  pthread_join(a, 0);
  return 0;
}
