// Pipes are not events, and Mazurka warns about that. Descriptors are closed after each execution,
// so they never run out: 2 threads with 4 additions each, 70 traces.
//
// traces: 70
// warns: descriptors
// notes: uncontrolled_call
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int x;

static void *works(void *arg) {
  for (int i = 0; i < 4; ++i) atomic_fetch_add(&x, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  int ends[2];
  char byte = 7;
  const int file = open("written", O_CREAT | O_WRONLY, 0600);
  assert(file >= 0);
  assert(pipe(ends) == 0 && ends[0] < 20);
  assert(write(ends[1], &byte, 1) == 1 && read(ends[0], &byte, 1) == 1 && byte == 7);
  pthread_create(&a, 0, works, 0);
  pthread_create(&b, 0, works, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
