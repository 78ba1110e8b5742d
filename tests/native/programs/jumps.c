// setjmp and longjmp within a task work even if other tasks run in between: 2 orders of the
// exchanges.
//
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

static atomic_int x;

static void *works(void *arg) {
  jmp_buf here;
  volatile int turns = 0;
  if (setjmp(here) == 0) {
    turns = turns + 1;
    atomic_exchange(&x, 1);
    longjmp(here, 1);
  }
  assert(turns == 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, works, 0);
  pthread_create(&b, 0, works, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
