// Main uses the file of a thread only after it has joined it.
//
// traces: 1
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static char name[] = "/tmp/mazurka-file-of-joined";

static void *creates(void *arg) {
  close(open(name, O_CREAT | O_WRONLY, 0600));
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, creates, NULL);
  pthread_join(thread, NULL);
  const int file = open(name, O_RDONLY);
  if (file < 0) abort();
  close(file);
}
