// Nobody signals: the wait times out, or it is a deadlock. Both are explored.
//
// traces: 2
// deadlocks: 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main(void) {
  struct timespec soon = {1, 0};
  pthread_mutex_lock(&m);
  int error = pthread_cond_timedwait(&c, &m, &soon);
  assert(error == ETIMEDOUT);
  pthread_mutex_unlock(&m);
  return 0;
}
