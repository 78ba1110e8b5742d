// libuv: its portable threads, mutexes and condition variables.
// Right: the flag is tested and set under the mutex.
#include <uv.h>

static uv_mutex_t mutex;
static uv_cond_t changed;
static int ready;

static void produce(void *unused) {
  (void)unused;
  uv_mutex_lock(&mutex);
  ready = 1;
  uv_cond_signal(&changed);
  uv_mutex_unlock(&mutex);
}

int main(void) {
  uv_thread_t producer;
  uv_mutex_init(&mutex);
  uv_cond_init(&changed);
  uv_thread_create(&producer, produce, 0);
  uv_mutex_lock(&mutex);
  while (!ready) uv_cond_wait(&changed, &mutex);
  uv_mutex_unlock(&mutex);
  uv_thread_join(&producer);
  uv_cond_destroy(&changed);
  uv_mutex_destroy(&mutex);
  return 0;
}
