// A thread that main does not wait for. If the return of main ends the program, that is not an event
// but its latest moment: what the thread does before an earlier one is the beginning of what it does
// here. So only the thread's load and main's store are in 2 orders, not the end and each of the
// thread's 4 events. (Both may be before the end: the failed assertion is one of the program.)
//
// traces: 2
// brute force: 2
// errors: assertion
// traces --main-exits: 2
// brute force --main-exits: 2
// errors --main-exits: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int closed;
static atomic_int written[3];

static void *works(void *arg) {
  const int seen = atomic_load(&closed);
  for (int i = 0; i < 3; ++i) atomic_store(&written[i], 1);
  assert(!seen);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, works, 0);
  atomic_store(&closed, 1);
  return 0;
}
