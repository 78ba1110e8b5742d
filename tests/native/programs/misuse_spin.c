// A spin lock is unlocked that no task holds.
//
// traces: 1
// finds: misuse
#include <pthread.h>

int main(void) {
  pthread_spinlock_t lock;
  pthread_spin_init(&lock, 0);
  pthread_spin_unlock(&lock);
  return 0;
}
