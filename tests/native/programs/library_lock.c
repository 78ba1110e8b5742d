// A lock of a library, made of atomic variables and of a futex whose system call the library makes
// itself, orders its owners: no data race, and no deadlock. But Mazurka does not know that the
// library synchronises, so the data race is possible; with --strict, that is an error. The number of
// traces is that of brute force, which explores all orders of the events. (If each wake counted as a
// change of the futex, also one that wakes nobody, there would be 32: --relation papers.)
// library: futex_lock
// incomplete: possible_data_race
// says: data race on n, if libfutex_lock does not synchronise: only calls into it order this access
// traces: 28
// brute force: 28
// library --strict: futex_lock
// incomplete --strict: uninstrumented_library
// verdict --strict: error
// traces --strict: 28
// library --accept=possible_data_race: futex_lock
// traces --accept=possible_data_race: 28
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
