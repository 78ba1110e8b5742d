// The example of Section 2 of [SourceSets17]: q does not wait for messages. It receives none, one or
// two of them: q.p.p, p.q.q.p and p.p.q.q. If the first receive finds nothing, the thread ends.
//
// traces: 3
// brute force: 3
#include <mazurka/mazurka.h>
#include <pthread.h>
static mz_mailbox *box;
static void *p(void *a) { mz_send(box, 1, a); mz_send(box, 2, a); return 0; }
static void *q(void *a) {
  mz_message m;
  if (mz_try_receive(box, 0, 0, &m)) (void)mz_try_receive(box, 0, 0, &m);
  return a;
}
int main(void) {
  pthread_t t[2];
  box = mz_mailbox_create("box");
  pthread_create(&t[0], 0, p, 0);
  pthread_create(&t[1], 0, q, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
