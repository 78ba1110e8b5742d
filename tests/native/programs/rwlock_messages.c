// Messages read on one handler, and a thread writes: each message comes before or after the writer,
// and nothing orders the messages themselves: 2^3.
//
// traces: 8
// traces as locks: 24
// brute force: 8
#include <assert.h>
#include <mazurka/mazurka.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void reads(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&lock);
  assert(x == y);
  pthread_rwlock_unlock(&lock);
}

static void *writes(void *arg) {
  pthread_rwlock_wrlock(&lock);
  x++;
  y++;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  mz_handler *handler = mz_handler_create("handler", MZ_MULTISET);
  pthread_create(&thread, 0, writes, 0);
  for (int i = 0; i < 3; i++) mz_post(handler, reads, 0);
  pthread_join(thread, 0);
  return 0;
}
