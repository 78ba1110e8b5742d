// A message that takes a semaphore twice waits forever and blocks its handler: the other message
// runs before it or never. No other task uses the semaphore, but whether the wait can end depends
// on what its only user did before.
// traces: 2
// deadlocks: 2
#include <mazurka/mazurka.h>
#include <semaphore.h>

static sem_t one;

static void stuck(void* unused) {
  (void)unused;
  sem_wait(&one);
  sem_wait(&one);
}

static void done(void* unused) { (void)unused; }

int main(void) {
  sem_init(&one, 0, 1);
  mz_handler* handler = mz_handler_create("handler", MZ_MULTISET);
  mz_post(handler, done, 0);
  mz_post(handler, stuck, 0);
  return 0;
}
