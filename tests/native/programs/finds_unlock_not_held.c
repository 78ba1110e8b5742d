// Only the holder may unlock a mutex.
//
// traces: 1
// finds: misuse
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_unlock(&m);
  return 0;
}
