// A thread that joins itself would wait forever.
//
// traces: 1
// finds: misuse
#include <pthread.h>

int main(void) {
  pthread_join(pthread_self(), 0);
  return 0;
}
