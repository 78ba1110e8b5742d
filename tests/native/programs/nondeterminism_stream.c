// Random bytes of the system, read from a stream, make an execution nondeterministic.
//
// traces: any
// finds: nondeterminism
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int cells[2];

static void *works(void *arg) {
  unsigned char number = 0;
  FILE *file = fopen("/dev/urandom", "r");
  for (int i = 0; i < 30; ++i) {
    if (fread(&number, 1, 1, file) != 1) number = 0;
    atomic_fetch_add(&cells[number % 2], 1);
  }
  fclose(file);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, works, 0);
  pthread_create(&b, 0, works, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
