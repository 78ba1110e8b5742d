// A mutex in an atomic section orders the section and what the other task does with the mutex: the
// section comes before or after it, 2 traces, and there is no data race.
// traces: 2
// brute force: 2
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void* works(void* unused) {
  pthread_mutex_lock(&lock);
  x++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, works, NULL);
  __VERIFIER_atomic_begin();
  pthread_mutex_lock(&lock);
  x++;
  pthread_mutex_unlock(&lock);
  __VERIFIER_atomic_end();
  pthread_join(a, NULL);
  assert(x == 2);
  return 0;
}
