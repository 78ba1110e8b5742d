// A thread of a library that is stuck in code of the program is a deadlock.
// library: pool
// traces: any
// errors: deadlock
#include <pthread.h>

void pool_start(void);
void pool_run(void (*work)(void));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void works(void) { pthread_mutex_lock(&lock); }

int main(void) {
  pthread_mutex_lock(&lock);
  pool_start();
  pool_run(works);
  return 0;
}
