// A 16-byte atomic variable is written in one access: the reader sees none or all of it. 2 traces.
//
// traces: 2
#include <assert.h>
#include <pthread.h>
typedef __int128 wide;
wide x;

static void *first(void *arg) {
  __atomic_store_n(&x, ((wide)1 << 64) + 1, __ATOMIC_SEQ_CST);
  return arg;
}

static void *second(void *arg) {
  wide seen = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
  assert((seen >> 64) == (long)seen);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
