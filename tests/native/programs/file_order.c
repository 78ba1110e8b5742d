// Two tasks append to one file. File operations are not events, so only one of the two orders is
// explored, and the assertion, which the other order violates, holds: the verdict must not be
// "no errors". The uses by main, before and after the threads, have one order.
//
// traces: 1
// incomplete: shared_file
// says: several tasks use file_order.txt
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static const char name[] = "file_order.txt";

static void *appends(void *text) {
  const int file = open(name, O_WRONLY | O_APPEND);
  assert(write(file, text, 1) == 1);
  close(file);
  return 0;
}

int main(void) {
  pthread_t a, b;
  char read_back[3] = {0};
  const int file = open(name, O_CREAT | O_TRUNC | O_RDWR, 0600);
  pthread_create(&a, 0, appends, "a");
  pthread_create(&b, 0, appends, "b");
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(read(file, read_back, 2) == 2);
  close(file);
  unlink(name);
  assert(read_back[0] == 'a');
  return 0;
}
