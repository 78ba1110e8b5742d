// main does not wait for a thread. If the return of main ends the program, this end is not an event
// but is taken to be as late as possible: what the thread does before an earlier end is a prefix of
// what it does here. So only the thread's load and main's store have 2 orders, not the end and each
// of the thread's 4 events. Both may precede the end, so the failed assertion is a real error.
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
