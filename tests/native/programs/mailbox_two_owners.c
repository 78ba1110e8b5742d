// Only one thread may receive from a mailbox.
//
// traces: any
// errors: misuse
// says: only one thread may receive from a mailbox
#include <mazurka/mazurka.h>
#include <pthread.h>
static mz_mailbox *box;
static void *receives(void *a) { (void)mz_receive(box, 0, 0); return a; }
int main(void) {
  pthread_t t;
  box = mz_mailbox_create("box");
  pthread_create(&t, 0, receives, 0);
  mz_send(box, 0, 0);
  mz_send(box, 0, 0);
  (void)mz_receive(box, 0, 0);
  pthread_join(t, 0);
  return 0;
}
