// GAsyncQueue of GLib: a queue between threads.
// Right: the consumer accepts what two producers push in any order.
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
  const int first = GPOINTER_TO_INT(g_async_queue_pop(queue));
  const int second = GPOINTER_TO_INT(g_async_queue_pop(queue));
  assert(first + second == 3);
  g_thread_join(producer);
  g_async_queue_unref(queue);
  return 0;
}
