// Each call of a function __VERIFIER_atomic_… is one event, even if it calls another one or a plain
// function. Two of them add, and a task reads the sum: as with sections, 2 * 3 orders. With TAKE,
// the first function implements a lock: a task that finds it taken stops, so the second task either
// finds it free again or stops. Of the orders of taking and releasing, 2 have one task after the
// other, and in 2 more the second task stops.
//
// traces: 6
// traces -D TAKE=1: 4
// blocked -D TAKE=1: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int condition);

static int x;
static atomic_int y;
static int taken, inside;

static int next(int value) { return value + 1; }

static void __VERIFIER_atomic_store(int value) { atomic_store(&y, value); }

static void __VERIFIER_atomic_add(void) {
  x = next(x);
  const int seen = x;
  __VERIFIER_atomic_store(seen);
  assert(x == seen);
}

static void __VERIFIER_atomic_take(void) {
  __VERIFIER_assume(!taken);
  taken = 1;
}
static void __VERIFIER_atomic_give(void) { taken = 0; }

static void* adds(void* unused) {
  __VERIFIER_atomic_add();
  return unused;
}

static void* reads(void* unused) {
  (void)atomic_load(&y);
  return unused;
}

static void* locks(void* unused) {
  __VERIFIER_atomic_take();
  assert(!inside);
  inside = 1;
  inside = 0;
  __VERIFIER_atomic_give();
  return unused;
}

int main(void) {
  pthread_t a, b, c;
#ifdef TAKE
  (void)adds;
  (void)reads;
  pthread_create(&a, NULL, locks, NULL);
  pthread_create(&b, NULL, locks, NULL);
  (void)c;
#else
  (void)locks;
  pthread_create(&a, NULL, adds, NULL);
  pthread_create(&b, NULL, adds, NULL);
  pthread_create(&c, NULL, reads, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2);
#endif
  return 0;
}
