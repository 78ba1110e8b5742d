// Shutdown bug: the exit handler frees a block before a thread has used it, in one of 2 orders.
//
// traces: 2
// finds: use_after_free
#include <pthread.h>
#include <stdlib.h>

static int *log_buffer;

static void closes(void) { free(log_buffer); }

static void *work(void *arg) {
  log_buffer[0] = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  log_buffer = malloc(sizeof *log_buffer);
  atexit(closes);
  pthread_create(&thread, 0, work, 0);
  exit(0);
}
