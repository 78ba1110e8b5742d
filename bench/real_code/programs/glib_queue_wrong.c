// GAsyncQueue of GLib: a queue between threads.
// Wrong: the consumer relies on the order in which two producers push.
#include <assert.h>
#include <glib.h>

static gpointer push(gpointer queue) {
  g_async_queue_push(queue, GINT_TO_POINTER(1));
  return NULL;
}

int main(void) {
  GAsyncQueue *queue = g_async_queue_new();
  GThread *producer = g_thread_new("producer", push, queue);
  g_async_queue_push(queue, GINT_TO_POINTER(2));
  assert(GPOINTER_TO_INT(g_async_queue_pop(queue)) == 1);
  (void)g_async_queue_pop(queue);
  g_thread_join(producer);
  g_async_queue_unref(queue);
  return 0;
}
