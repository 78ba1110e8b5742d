// Four writes in order, and four reads in the opposite order: once a read comes after its write, so
// do all later reads. Hence 0 to 4 reads come before their writes: 5 traces. All are plain.
//
// traces: 5
// finds: data_race
#include <assert.h>
#include <pthread.h>
char a;
short b;
int c;
long d;

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
  (void)sum;
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
