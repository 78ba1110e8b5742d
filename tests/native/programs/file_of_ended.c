// The thread may create the file before or after main looks for it. File operations are not events,
// so only one of these orders is explored, in which the thread has already ended: the verdict must
// say that something was not seen.
//
// traces: 1
// incomplete: shared_file
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static char name[] = "/tmp/mazurka-file-of-ended";

static void *creates(void *arg) {
  close(open(name, O_CREAT | O_WRONLY, 0600));
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, creates, NULL);
  const int file = open(name, O_RDONLY);
  pthread_join(thread, NULL);
  if (file >= 0) close(file);
}
