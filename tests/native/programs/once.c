// The first task runs the function, and the other one waits: 2 orders.
//
// traces: 2
#include <assert.h>
#include "threads2.h"
pthread_once_t flag = PTHREAD_ONCE_INIT;
int x;
void init(void) { x++; }
void *both(void *a) { pthread_once(&flag, init); assert(x == 1); return a; }
int main(void) {
  run2(both, both);
  return 0;
}
