// The count of a semaphore overflows.
//
// traces: 1
// finds: misuse
#include <limits.h>
#include <semaphore.h>

int main(void) {
  sem_t semaphore;
  sem_init(&semaphore, 0, INT_MAX);
  sem_post(&semaphore);
  return 0;
}
