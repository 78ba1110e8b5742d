// main looks for 2 and does not wait. What it could take is not known before it runs, so it
// conflicts with both sends: it comes before both, between them or after both.
//
// traces: 3
// brute force: 3
#include <assert.h>
#include <mazurka/mazurka.h>
#include <pthread.h>
static mz_mailbox *box;
static void *sends(void *a) { mz_send(box, 1, a); mz_send(box, 2, a); return 0; }
static int is_two(int tag, void *pointer, void *argument) {
  (void)pointer, (void)argument;
  return tag == 2;
}
int main(void) {
  pthread_t t;
  mz_message m;
  box = mz_mailbox_create("box");
  pthread_create(&t, 0, sends, 0);
  if (mz_try_receive(box, is_two, 0, &m)) assert(m.tag == 2);
  pthread_join(t, 0);
  return 0;
}
