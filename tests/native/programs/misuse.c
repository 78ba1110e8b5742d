// A mutex is unlocked by a task that does not hold it.
//
// traces: 1
// errors: misuse
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_unlock(&m);
  return 0;
}
