// Two critical sections: two orders.
//
// traces: 2
#include <assert.h>
#include "threads2.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *add(void *a) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  run2(add, add);
  assert(x == 2);
  return 0;
}
