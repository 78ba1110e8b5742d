// libuv: its portable threads, mutexes and condition variables.
// Wrong: the consumer waits without testing whether the signal has been sent before.
#include <uv.h>

static uv_mutex_t mutex;
static uv_cond_t changed;

static void produce(void *unused) {
  (void)unused;
  uv_mutex_lock(&mutex);
  uv_cond_signal(&changed);
  uv_mutex_unlock(&mutex);
}

int main(void) {
  uv_thread_t producer;
  uv_mutex_init(&mutex);
  uv_cond_init(&changed);
  uv_thread_create(&producer, produce, 0);
  uv_mutex_lock(&mutex);
  uv_cond_wait(&changed, &mutex);
  uv_mutex_unlock(&mutex);
  uv_thread_join(&producer);
  return 0;
}
