// A handler runs at once if its task raises the signal; signals between threads are not delivered.
// Handlers are reset after each execution, which the 2 orders of the exchanges of x show.
//
// traces: 2
// warns: signals
// incomplete: refused_call
// notes: uncontrolled_call
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int x;
static int got;

static void handles(int signal) { got = signal; }

static void *works(void *arg) {
  atomic_exchange(&x, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  struct sigaction before;
  assert(sigaction(SIGUSR1, 0, &before) == 0 && before.sa_handler == SIG_DFL);
  signal(SIGUSR1, handles);
  raise(SIGUSR1);
  assert(got == SIGUSR1);
  pthread_create(&a, 0, works, 0);
  pthread_create(&b, 0, works, 0);
  pthread_kill(a, SIGUSR1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
