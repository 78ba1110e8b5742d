// Two tasks write to one stream, which main has opened. Only one order of the two lines is explored.
// What each task writes to a file of its own has one order.
//
// traces: 1
// incomplete: shared_file
// says: several tasks use log.txt
// never says: several tasks use own
#include <pthread.h>
#include <stdio.h>

static FILE *stream;

static void *writes(void *name) {
  FILE *const own = fopen(name, "w");
  fprintf(own, "%d\n", 1);
  fclose(own);
  fputs("line\n", stream);
  return 0;
}

int main(void) {
  pthread_t a, b;
  stream = fopen("log.txt", "w");
  pthread_create(&a, 0, writes, "own_a.txt");
  pthread_create(&b, 0, writes, "own_b.txt");
  pthread_join(a, 0);
  pthread_join(b, 0);
  fclose(stream);
  return 0;
}
