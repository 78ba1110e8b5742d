// A recursive mutex that is locked twice is one lock.
//
// traces: 2
#include "threads2.h"
pthread_mutex_t m;
void *twice(void *a) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &attributes);
  run2(twice, twice);
  return 0;
}
