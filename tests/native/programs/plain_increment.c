// x++ is a read and a write. If one thread runs after the other: 2 traces. If both reads come
// before both writes, the order of the writes counts: 2 traces.
//
// traces: 4
// finds: data_race
#include <assert.h>
#include <pthread.h>
int x;

static void *first(void *arg) {
  x++;
  return arg;
}

static void *second(void *arg) {
  x++;
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
