// The only error is one that the user does not want to see. It is counted in the verdict, and the
// exploration goes on as if it had not been found: two writes, 2 traces.
//
// options: --ignore data_race
// traces: 2
// notes: suppressed
// says: 1 error matches data_race (--ignore)
#include <pthread.h>

static int x;

static void *writes(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writes, 0);
  pthread_create(&b, 0, writes, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
