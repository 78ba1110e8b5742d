// The thread sends before main destroys the mailbox, or after it, which is misuse.
//
// traces: 2
// errors: misuse
// says: send to mailbox 'box', which was destroyed
#include <mazurka/mazurka.h>
#include <pthread.h>
static mz_mailbox *box;
static void *sends(void *a) { mz_send(box, 0, 0); return a; }
int main(void) {
  pthread_t t;
  box = mz_mailbox_create("box");
  pthread_create(&t, 0, sends, 0);
  mz_mailbox_destroy(box, 0);
  pthread_join(t, 0);
  return 0;
}
