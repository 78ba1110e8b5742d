// A message makes its own handler quit and runs to its end; the messages behind it are dropped.
// traces: 1
#include <assert.h>
#include <mazurka/mazurka.h>

static mz_handler* handler;
static int ended, ran;

static void quits(void* unused) {
  (void)unused;
  mz_handler_quit(handler);
  ended = 1;
}

static void behind(void* unused) {
  (void)unused;
  ran = 1;
}

int main(void) {
  char name[] = "handler";
  handler = mz_handler_create(name, MZ_FIFO);
  name[0] = 0; /* the name was copied */
  mz_post(handler, quits, 0);
  mz_post(handler, behind, 0);
  mz_handler_join(handler);
  assert(ended == 1 && ran == 0);
  return 0;
}
