// A thread is joined twice; with DETACHED, it is detached and then joined.
//
// traces: 1
// finds: misuse
// traces -D DETACHED=1: 1
// finds -D DETACHED=1: misuse
#include <pthread.h>

static void *works(void *arg) { return arg; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, works, 0);
#ifdef DETACHED
  pthread_detach(thread);
#else
  pthread_join(thread, 0);
#endif
  pthread_join(thread, 0);
  return 0;
}
