// GLib, the library below GTK: GMutex, GCond, GThread.
// Right: the consumer waits in a loop, under the mutex.
#include <glib.h>

static GMutex mutex;
static GCond changed;
static int items;

static gpointer produce(gpointer unused) {
  g_mutex_lock(&mutex);
  ++items;
  g_cond_signal(&changed);
  g_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  GThread *producer = g_thread_new("producer", produce, NULL);
  g_mutex_lock(&mutex);
  while (items == 0) g_cond_wait(&changed, &mutex);
  --items;
  g_mutex_unlock(&mutex);
  g_thread_join(producer);
  return 0;
}
