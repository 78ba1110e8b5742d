// A message waits forever, and another one stays in the mailbox behind it: a deadlock, unless the
// return of main ends the program. The handler is fifo, so there is 1 trace.
// traces: 1
// deadlocks: 1
// traces --main-exits: 1
// deadlocks --main-exits: 0
#include <mazurka/mazurka.h>
#include <semaphore.h>

static sem_t never;

static void stuck(void* unused) {
  (void)unused;
  sem_wait(&never);
}

static void behind(void* unused) { (void)unused; }

int main(void) {
  sem_init(&never, 0, 0);
  mz_handler* handler = mz_handler_create("handler", MZ_FIFO);
  mz_post(handler, stuck, 0);
  mz_post(handler, behind, 0);
  return 0;
}
