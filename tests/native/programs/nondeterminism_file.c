// Random bytes of the system, read from a file, make an execution nondeterministic.
//
// traces: any
// finds: nondeterminism
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int cells[2];

static void *works(void *arg) {
  unsigned char number = 0;
  const int file = open("/dev/urandom", O_RDONLY);
  for (int i = 0; i < 30; ++i) {
    if (read(file, &number, 1) != 1) number = 0;
    atomic_fetch_add(&cells[number % 2], 1);
  }
  close(file);
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
