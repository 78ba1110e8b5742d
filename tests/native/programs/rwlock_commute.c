// READERS readers and WRITERS writers. Readers do not conflict with each other. W writers have W!
// orders, and each reader comes before, between or after them: W! * (W+1)^R. A reader that reads
// TWICE has places p <= q among the W writers: (W+1)(W+2)/2 instead of W+1.
//
// traces: 4
// brute force: 4
// traces -D READERS=1: 2
// traces -D READERS=3: 8
// brute force -D READERS=3: 8
// traces -D READERS=8: 256
// traces -D WRITERS=2: 18
// brute force -D WRITERS=2: 18
// traces -D WRITERS=2 -D READERS=3: 54
// traces -D WRITERS=3 -D READERS=2: 96
// traces -D TWICE=1: 9
// brute force -D TWICE=1: 9
// traces -D TWICE=1 -D WRITERS=2 -D READERS=1: 12
// traces -D TWICE=1 -D WRITERS=2 -D READERS=2: 72
#include <assert.h>
#include <pthread.h>
#ifndef READERS
#define READERS 2
#endif
#ifndef WRITERS
#define WRITERS 1
#endif

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void read_both(void) {
  pthread_rwlock_rdlock(&lock);
  assert(x == y);
  pthread_rwlock_unlock(&lock);
}

static void *reads(void *arg) {
  read_both();
#ifdef TWICE
  read_both();
#endif
  return arg;
}

static void *writes(void *arg) {
  pthread_rwlock_wrlock(&lock);
  x++;
  y++;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t tasks[READERS + WRITERS];
  for (int i = 0; i < READERS + WRITERS; i++)
    pthread_create(&tasks[i], 0, i < READERS ? reads : writes, 0);
  for (int i = 0; i < READERS + WRITERS; i++) pthread_join(tasks[i], 0);
  assert(x == WRITERS);
  return 0;
}
