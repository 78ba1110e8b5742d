// Two updates of a 16-byte atomic variable in either order, and neither is lost: 2 traces. After
// that, one thread performs every kind of update.
//
// traces: 2
#include <assert.h>
#include <pthread.h>
typedef __int128 wide;
wide x;
static const wide both = ((wide)1 << 64) + 1;  // 1 in each half

static void *add(void *arg) {
  __atomic_fetch_add(&x, both, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  wide expected = both;
  assert(!__atomic_compare_exchange_n(&x, &expected, 0, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  assert(expected == 2 * both);
  assert(__atomic_compare_exchange_n(&x, &expected, 6 * both, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  assert(__atomic_fetch_sub(&x, both, __ATOMIC_SEQ_CST) == 6 * both);
  assert(__atomic_fetch_and(&x, 4 * both, __ATOMIC_SEQ_CST) == 5 * both);
  assert(__atomic_fetch_or(&x, 3 * both, __ATOMIC_SEQ_CST) == 4 * both);
  assert(__atomic_fetch_xor(&x, 2 * both, __ATOMIC_SEQ_CST) == 7 * both);
  assert(__atomic_fetch_nand(&x, 4 * both, __ATOMIC_SEQ_CST) == 5 * both);
  assert(__atomic_exchange_n(&x, both, __ATOMIC_SEQ_CST) == ~(4 * both));
  assert(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == both);
  return 0;
}
