// Whoever comes first runs it; the other sees what it did.
//
// traces: any
#include <assert.h>
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
int runs;

static void run(void) { runs++; }

static void *first(void *arg) {
  pthread_once(&once, run);
  assert(runs == 1);
  return arg;
}

static void *second(void *arg) {
  pthread_once(&once, run);
  assert(runs == 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
