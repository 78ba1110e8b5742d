// Two tasks call exit: the first one runs the handler, and the second one waits for the end of the
// process. 2 orders.
//
// options: --any-status
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int runs;

static void once(void) { assert(++runs == 1); }

static void *leaves(void *arg) {
  (void)arg;
  exit(1);
}

int main(void) {
  pthread_t thread;
  atexit(once);
  pthread_create(&thread, 0, leaves, 0);
  exit(0);
}
