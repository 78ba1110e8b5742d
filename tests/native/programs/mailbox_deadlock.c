// Both threads wait for a message of the other before they send one.
//
// traces: 1
// deadlocks: 1
// says: the mailbox of
#include <mazurka/mazurka.h>
#include <pthread.h>
static mz_mailbox *to_main, *to_thread;
static void *thread(void *a) {
  (void)mz_receive(to_thread, 0, 0);
  mz_send(to_main, 0, 0);
  return a;
}
int main(void) {
  pthread_t t;
  to_main = mz_mailbox_create("to main");
  to_thread = mz_mailbox_create("to thread");
  pthread_create(&t, 0, thread, 0);
  (void)mz_receive(to_main, 0, 0);
  mz_send(to_thread, 0, 0);
  pthread_join(t, 0);
  return 0;
}
