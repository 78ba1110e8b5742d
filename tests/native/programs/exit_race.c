// exit() runs the exit handlers while the other tasks continue: the handler's write and the
// thread's read race, in 2 orders.
//
// traces: 2
// finds: data_race
#include <pthread.h>
#include <stdlib.h>

static int x;
static int seen;

static void closes(void) { x = 1; }

static void *work(void *arg) {
  seen = x;
  return arg;
}

int main(void) {
  pthread_t thread;
  atexit(closes);
  pthread_create(&thread, 0, work, 0);
  exit(0);
}
