// Four writes in order, and four reads in the opposite order: once a read comes after its write, so
// do all later reads. Hence 0 to 4 reads come before their writes: 5 traces. All accesses are
// atomic, so there is no data race.
//
// traces: 5
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
_Atomic char a;
_Atomic short b;
_Atomic int c;
_Atomic long d;

static void *first(void *arg) {
  a = 1;
  b = 1;
  c = 1;
  d = 1;
  return arg;
}

static void *second(void *arg) {
  long sum = d;
  sum += c;
  sum += b;
  sum += a;
  assert(sum <= 4);
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
