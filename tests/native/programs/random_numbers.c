// rand() has one global state: which task gets the first number depends on the order of the calls,
// and both orders are explored.
//
// traces: 2
// finds: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int first_number;
static int got[2];

static void *works(void *arg) {
  *(int *)arg = rand();
  return 0;
}

int main(void) {
  pthread_t a, b;
  srand(7);
  first_number = rand();
  srand(7);
  pthread_create(&a, 0, works, &got[0]);
  pthread_create(&b, 0, works, &got[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(got[0] == first_number);
  return 0;
}
