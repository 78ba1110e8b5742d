// Two threads send a number each; main takes 2 first, whichever arrived first. The sends have two
// orders, nothing else has.
//
// traces: 2
// brute force: 2
#include <assert.h>
#include <mazurka/mazurka.h>
#include <pthread.h>
static mz_mailbox *box;
static int numbers[2] = {1, 2};
static void *sends(void *number) { mz_send(box, 7, number); return 0; }
static int is(int tag, void *number, void *wanted) {
  return tag == 7 && *(int *)number == *(int *)wanted;
}
int main(void) {
  pthread_t t[2];
  int i, two = 2;
  box = mz_mailbox_create("box");
  for (i = 0; i < 2; ++i) pthread_create(&t[i], 0, sends, &numbers[i]);
  mz_message m = mz_receive(box, is, &two);
  assert(*(int *)m.pointer == 2 && m.tag == 7);
  m = mz_receive(box, 0, 0);
  assert(*(int *)m.pointer == 1);
  for (i = 0; i < 2; ++i) pthread_join(t[i], 0);
  mz_mailbox_destroy(box, 0);
  return 0;
}
