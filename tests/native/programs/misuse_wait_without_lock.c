// A wait requires that the task holds the mutex.
//
// traces: 1
// finds: misuse
#include <pthread.h>

int main(void) {
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  pthread_cond_wait(&c, &m);
  return 0;
}
