// A task sleeps with a deadline, and another one writes and wakes it. Either the time runs out, 1;
// or the sleeper reads the value before both steps and is woken, 1; or after both, 1, or between
// the write and the wake-up, 1, and then it does not sleep. 4 traces.
//
// traces: 4
// brute force: 4
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void *wakes(void *arg) {
  atomic_store(&word, 1);
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  const struct timespec soon = {1, 0};
  pthread_create(&thread, 0, wakes, 0);
  const long result = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &soon, 0, 0);
  assert(result == 0 || errno == ETIMEDOUT || errno == EAGAIN);
  pthread_join(thread, 0);
  return 0;
}
