// Exit handlers are checked, too: this one fails after one of the 2 orders of the stores.
//
// traces: 2
// finds: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void looks(void) { assert(x == 1); }

static void *work(void *arg) {
  atomic_store(&x, (int)(long)arg);
  return 0;
}

int main(void) {
  pthread_t a, b;
  atexit(looks);
  pthread_create(&a, 0, work, (void *)1L);
  pthread_create(&b, 0, work, (void *)2L);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
