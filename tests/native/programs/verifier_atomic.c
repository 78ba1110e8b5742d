// Two atomic sections, each one event, and a read of what they write: the sections come in either
// order, and the read before, between or after them.
// traces: 6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x;
static atomic_int y;

static void* section(void* unused) {
  __VERIFIER_atomic_begin();
  x = x + 1;
  int seen = x;
  atomic_store(&y, seen);
  assert(x == seen);
  __VERIFIER_atomic_end();
  return unused;
}

static void* reads(void* unused) {
  (void)atomic_load(&y);
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, section, NULL);
  pthread_create(&b, NULL, section, NULL);
  pthread_create(&c, NULL, reads, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2);
  return 0;
}
