// A timed wait for a semaphore that is posted once: the wait comes after the post, or it comes
// before and times out. 2 traces, and no deadlock.
//
// traces: 2
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void *posts(void *arg) {
  sem_post(&semaphore);
  return arg;
}

int main(void) {
  pthread_t thread;
  const struct timespec soon = {1, 0};
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, 0, posts, 0);
  if (sem_timedwait(&semaphore, &soon) != 0) assert(errno == ETIMEDOUT);
  pthread_join(thread, 0);
  return 0;
}
