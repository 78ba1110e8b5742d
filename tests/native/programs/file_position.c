// Two tasks read from one stream. Which of them gets the first letter depends on the order, which is
// not explored.
//
// traces: 1
// incomplete: shared_file
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *reads(void *arg) {
  fgetc(file);
  return arg;
}

int main(void) {
  pthread_t one, two;
  file = fopen("/etc/passwd", "r");
  if (file == NULL) return 1;
  pthread_create(&one, NULL, reads, NULL);
  pthread_create(&two, NULL, reads, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  fclose(file);
}
