// exit() is called while a thread waits: blocks reachable from its stack are not leaks, but main's
// lost block is. The thread waits for a mutex that main never releases: 1 trace, no deadlock.
//
// traces: 1
// finds: leak
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *waits(void *arg) {
  char *on_stack = malloc(3);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  free(on_stack);
  return arg;
}

static void forgets(void) { *(volatile char *)malloc(5) = 1; }

// Overwrites the pointer that forgets() left on the stack, below the frames of exit().
static void overwrites(void) {
  volatile char room[8192];
  for (unsigned i = 0; i < sizeof room; ++i) room[i] = 0;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&m);
  pthread_create(&thread, 0, waits, 0);
  forgets();
  overwrites();
  exit(0);
}
