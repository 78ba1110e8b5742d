// A sleeper with a deadline, and a task that writes and wakes it: the time runs out, 1; or it looks at
// the value: before both, and is woken; after both, and does not sleep; or between the write and the
// wake-up, and does not sleep either. 4 traces.
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
