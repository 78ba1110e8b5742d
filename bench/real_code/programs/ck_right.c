// Concurrency Kit; here its ring buffer.
// Right: one thread enqueues, the other one dequeues.
#include <assert.h>
#include <ck_ring.h>
#include <pthread.h>

static ck_ring_t ring;
static ck_ring_buffer_t buffer[4];
static int item = 7;

static void *produce(void *unused) {
  ck_ring_enqueue_spsc(&ring, buffer, &item);
  return unused;
}

int main(void) {
  ck_ring_init(&ring, 4);
  pthread_t producer;
  pthread_create(&producer, 0, produce, 0);
  void *taken = 0;
  if (ck_ring_dequeue_spsc(&ring, buffer, &taken)) assert(*(int *)taken == 7);
  pthread_join(producer, 0);
  return 0;
}
