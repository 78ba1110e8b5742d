// The trylock comes before the lock (and succeeds, so its unlock also comes before), between lock
// and unlock (and fails), or after them: 3 traces.
//
// traces: 3
#include "threads2.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *locks(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return a; }
void *tries(void *a) { if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m); return a; }
int main(void) {
  run2(locks, tries);
  return 0;
}
