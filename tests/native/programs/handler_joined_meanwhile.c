// If the post comes before the join of the handler, the join waits for the message. If it comes
// after, it is a misuse, even if the thread was about to post when the handler was joined.
// traces: 2
// errors: misuse
#include <mazurka/mazurka.h>
#include <pthread.h>

static mz_handler* handler;

static void message(void* unused) { (void)unused; }

static void* posts(void* unused) {
  mz_post(handler, message, 0);
  return unused;
}

int main(void) {
  handler = mz_handler_create("handler", MZ_FIFO);
  pthread_t a;
  pthread_create(&a, NULL, posts, NULL);
  mz_handler_join(handler);
  return 0;
}
