// Each call of a library is an event, also if no visible operation comes between two of them. Two
// tasks make N calls each, and every order of 2 N calls is a trace: (2 N)! / (N! N!).
// library -D N=1: queue
// library -D N=2: queue
// library -D N=3: queue
// traces -D N=1: 2
// brute force -D N=1: 2
// traces -D N=2: 6
// brute force -D N=2: 6
// traces -D N=3: 20
// brute force -D N=3: 20
#include <pthread.h>

void queue_push(void* value);

static void* pushes(void* unused) {
  queue_push(0);
#if N > 1
  queue_push(0);
#endif
#if N > 2
  queue_push(0);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, pushes, 0);
  pthread_create(&b, 0, pushes, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
