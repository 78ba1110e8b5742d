// A wait without a loop. The signaller comes first, and no task waits; or it comes while the waiter
// sleeps. With spurious wake-ups, the waiter can also release and reacquire the lock, with the
// signaller in between or later; in the latter case, the awaited condition does not hold yet.
// traces: 2
// traces --spurious: 4
// errors --spurious: assertion
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void* waits(void* unused) {
  pthread_mutex_lock(&lock);
  if (!ready) pthread_cond_wait(&changed, &lock);
  int seen = ready;
  pthread_mutex_unlock(&lock);
  assert(seen);
  return unused;
}

static void* signals(void* unused) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, signals, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
