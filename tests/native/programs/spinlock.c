// A spin lock is a lock: 2.
//
// traces: 2
#include <assert.h>
#include "threads2.h"
pthread_spinlock_t s;
int x;
void *add(void *a) { pthread_spin_lock(&s); x++; pthread_spin_unlock(&s); return a; }
int main(void) {
  pthread_spin_init(&s, 0);
  run2(add, add);
  assert(x == 2);
  return 0;
}
