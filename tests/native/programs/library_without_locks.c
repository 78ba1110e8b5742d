// A library without locks and atomic instructions does not order the tasks that call it. Task a pops
// before or after the push, 2 traces. If after, it reads data that the other task has written
// before: a data race.
// library: queue
// traces: 2
// errors: data_race
#include <pthread.h>
#include <stddef.h>

void queue_push(void* value);
void* queue_pop(void);

static int data;

static void* pops(void* unused) {
  int* const value = queue_pop();
  return value != NULL && *value == 7 ? value : unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, pops, NULL);
  data = 7;
  queue_push(&data);
  pthread_join(a, NULL);
  return 0;
}
