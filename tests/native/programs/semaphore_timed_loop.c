// Somebody who asks for a semaphore again and again. It has been posted before: 1 trace. Else the
// time runs out, and then, with an hour passing, again, and then it waits: the post comes at one of
// these 3 places. 4 traces.
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
