// N threads signal a condition variable on which the main thread waits once. The main thread takes
// the mutex before it starts them, so that only the order of the wait and the signals counts. Signals
// that wake nobody are not ordered. If k of the N signals come before the wait, one of the N-k others
// wakes the main thread, and the rest come after that one: the sum of binomial(N, k) * (N-k) over
// all k < N, which is N * 2^(N-1). In one more trace all signals come before the wait.
//
// traces -D N=3: 13
// brute force -D N=3: 13
// deadlocks -D N=3: 1
// traces -D N=3 --relation=papers: 24
// deadlocks -D N=3 --relation=papers: 6
// traces -D N=2 -D ALL=1: 5
// deadlocks -D N=2 -D ALL=1: 1
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *notify(void *unused) {
#ifdef ALL
  pthread_cond_broadcast(&condition);
#else
  pthread_cond_signal(&condition);
#endif
  return unused;
}

int main(void) {
  pthread_t threads[N];
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < N; ++i) pthread_create(&threads[i], 0, notify, 0);
  pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < N; ++i) pthread_join(threads[i], 0);
  return 0;
}
