// When main returns, the other tasks run to their end, and then the exit handlers run in every
// execution, in reverse order of registration; a handler may register another one. The two atomic
// additions of one variable conflict, so there are 2 traces.
//
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;
static int steps;

static void added_late(void) { assert(++steps == 2); }
static void first_registered(void) { assert(++steps == 3 && x == 2); }
static void second_registered(void) {
  assert(++steps == 1);
  atexit(added_late);
}
__attribute__((destructor)) static void at_the_very_end(void) { assert(++steps == 4); }

static void *work(void *arg) {
  atomic_fetch_add(&x, 1);
  return arg;
}

int main(void) {
  atexit(first_registered);
  atexit(second_registered);
  pthread_t thread;
  for (int i = 0; i < 2; ++i) {
    pthread_create(&thread, 0, work, 0);
    pthread_detach(thread);
  }
  return 0;
}
