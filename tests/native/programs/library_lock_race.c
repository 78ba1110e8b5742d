// An access without the lock of the library races with those under it, and so is found, although
// calls of the library come between them in some orders.
// library: futex_lock
// traces: any
// errors: data_race
#include <pthread.h>

void futex_lock(int* lock);
void futex_unlock(int* lock);

static int lock;
static int n;

static void* increments(void* unused) {
  futex_lock(&lock);
  n++;
  futex_unlock(&lock);
  return unused;
}

static void* forgets_the_lock(void* unused) {
  futex_lock(&lock);
  futex_unlock(&lock);
  n++;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, increments, 0);
  pthread_create(&b, 0, forgets_the_lock, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
