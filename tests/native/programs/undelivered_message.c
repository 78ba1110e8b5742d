// The first message takes the lock twice and never ends. If it comes before main, this is a
// deadlock; if main comes first, main fails, and the second message stays in the mailbox.
//
// traces: 2
// deadlocks: 1
// errors: assertion deadlock undelivered_message
#include <assert.h>
#include <pthread.h>
#include <mazurka/mazurka.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void stuck(void *a) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  (void)a;
}
static void late(void *a) { (void)a; }
int main(void) {
  mz_handler *h = mz_handler_create("h", MZ_FIFO);
  mz_post(h, stuck, 0);
  mz_post(h, late, 0);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  assert(!"main fails");
}
