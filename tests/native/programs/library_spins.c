// A library whose lock yields the processor until the lock is free, and never sleeps.
// library: futex_lock
// incomplete: possible_data_race
// traces: any
#include <assert.h>
#include <pthread.h>

void spin_lock(int* lock);
void spin_unlock(int* lock);

static int lock;
static int n;

static void* increments(void* unused) {
  spin_lock(&lock);
  n++;
  spin_unlock(&lock);
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
