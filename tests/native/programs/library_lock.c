// A lock of a library, made of atomic variables and of a futex whose system call the library makes
// itself, orders its owners: no data race, and no deadlock. The number of traces is that of brute
// force, which explores all orders of the events.
// library: futex_lock
// traces: 32
// brute force: 32
#include <assert.h>
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

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, increments, 0);
  pthread_create(&b, 0, increments, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2);
  return 0;
}
