// A task repeatedly waits for a semaphore with a timeout. If it is posted before: 1 trace.
// Otherwise the wait times out, and again after an hour has passed, and then it waits without a
// limit: the post comes at one of these 3 places. 4 traces.
//
// traces: 4
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
  while (sem_timedwait(&semaphore, &soon) != 0) {
  }
  pthread_join(thread, 0);
  return 0;
}
