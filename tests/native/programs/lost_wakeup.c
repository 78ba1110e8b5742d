// The waiter tests the flag without the lock and may sleep after the signal. The flag is read after
// the write, or before it and the sleep comes before or after the signal: 3 traces.
//
// traces: 3
// deadlocks: 1
// errors: data_race
#include "threads2.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int flag;
void *waits(void *a) {
  if (!flag) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
  }
  return a;
}
void *wakes(void *a) {
  flag = 1;
  pthread_cond_signal(&c);
  return a;
}
int main(void) {
  run2(waits, wakes);
  return 0;
}
