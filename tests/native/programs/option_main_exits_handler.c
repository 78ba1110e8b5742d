// No task joins the thread, and an atexit handler relies on its work. When main returns, the thread
// first runs to its end. If the return of main ends the program, the handler may run before the
// thread has done anything: 2 orders.
//
// traces: 1
// traces --main-exits: 2
// errors --main-exits: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void *works(void *arg) {
  atomic_store(&done, 1);
  return arg;
}

static void looks(void) { assert(atomic_load(&done)); }

int main(void) {
  pthread_t thread;
  atexit(looks);
  pthread_create(&thread, 0, works, 0);
  return 0;
}
