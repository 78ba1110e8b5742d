// Two locks of a library, taken in both orders.
// library: futex_lock
// traces: any
// errors: deadlock
#include <pthread.h>

void futex_lock(int* lock);
void futex_unlock(int* lock);

static int a, b;

static void* one(void* unused) {
  futex_lock(&a);
  futex_lock(&b);
  futex_unlock(&b);
  futex_unlock(&a);
  return unused;
}

static void* other(void* unused) {
  futex_lock(&b);
  futex_lock(&a);
  futex_unlock(&a);
  futex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, one, 0);
  pthread_create(&y, 0, other, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return 0;
}
