// A send and the receive of its message order what comes before and after them. What the receiver
// does before it receives is not ordered: a data race on `other`, none on `value`.
//
// traces: any
// errors: data_race
// says: other
// never says: race on value
#include <mazurka/mazurka.h>
#include <pthread.h>
static mz_mailbox *box;
static int value, other;
static void *sends(void *a) { value = 1; other = 1; mz_send(box, 0, &value); return a; }
int main(void) {
  pthread_t t;
  box = mz_mailbox_create("box");
  pthread_create(&t, 0, sends, 0);
  int before = other;
  mz_message m = mz_receive(box, 0, 0);
  int after = *(int *)m.pointer + before;
  pthread_join(t, 0);
  return after > 5;
}
