// No task signals, so the wait times out. The alternative that it is woken is tried, too, and
// cannot continue; that execution does not count as a deadlock.
//
// traces: 2
// given up: 1
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
