// Two sleepers S, and a task that wakes one sleeper, twice (N N). All operations on one futex
// conflict, so their order counts, and so does which sleeper is woken. S S N N: 2 orders of the
// sleepers, 2 can be woken first: 4. S N S N: 2. S N N S: 2. N S S N: 2 orders, 2 can be woken: 4.
// N S N S: 2. N N S S: 2. All but the first two leave a task asleep: 10 deadlocks of 16. With ALL,
// one step wakes all: 3! orders, and only the 2 in which it comes last leave no task asleep.
//
// traces: 16
// brute force: 16
// deadlocks: 10
// traces -D ALL=1: 6
// brute force -D ALL=1: 6
// deadlocks -D ALL=1: 4
#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word;

static void *sleeps(void *arg) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
  return arg;
}

static void *wakes(void *arg) {
#ifdef ALL
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, 0, 0, 0);
#else
  assert(syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0) <= 1);
  assert(syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0) <= 1);
#endif
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, sleeps, 0);
  pthread_create(&b, 0, sleeps, 0);
  pthread_create(&c, 0, wakes, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
