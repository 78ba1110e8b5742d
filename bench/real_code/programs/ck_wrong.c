// Concurrency Kit; here its ring buffer.
// Wrong: two threads use the operation for a single producer.
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
  pthread_t other;
  pthread_create(&other, 0, produce, 0);
  produce(0);
  pthread_join(other, 0);
  assert(ck_ring_size(&ring) == 2);
  return 0;
}
