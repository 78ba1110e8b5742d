// A writer, and two readers that use trylock. Each attempt comes before the writer's lock, while
// the writer holds it (and fails), or after: 3 * 3, since readers do not conflict. With TRY_WRITE,
// the writer uses trylock, and each reader has ended before, holds the lock, or comes later: also 3
// * 3, and the attempt fails if a reader holds the lock.
//
// traces: 9
// brute force: 9
// traces -D TRY_WRITE=1: 9
// brute force -D TRY_WRITE=1: 9
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *reads(void *arg) {
#ifdef TRY_WRITE
  pthread_rwlock_rdlock(&lock);
#else
  if (pthread_rwlock_tryrdlock(&lock) != 0) return arg;
#endif
  int seen = x;
  (void)seen;
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void *writes(void *arg) {
#ifdef TRY_WRITE
  if (pthread_rwlock_trywrlock(&lock) != 0) return arg;
#else
  pthread_rwlock_wrlock(&lock);
#endif
  x++;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t tasks[3];
  for (int i = 0; i < 3; i++) pthread_create(&tasks[i], 0, i < 2 ? reads : writes, 0);
  for (int i = 0; i < 3; i++) pthread_join(tasks[i], 0);
  return 0;
}
