// APR, the library below the Apache web server: threads and mutexes.
// Right: both threads lock the mutex.
#include <apr_general.h>
#include <apr_thread_mutex.h>
#include <apr_thread_proc.h>
#include <assert.h>

static apr_thread_mutex_t *mutex;
static int requests;

static void *APR_THREAD_FUNC serve(apr_thread_t *thread, void *unused) {
  apr_thread_mutex_lock(mutex);
  ++requests;
  apr_thread_mutex_unlock(mutex);
  (void)thread;
  return unused;
}

int main(void) {
  apr_pool_t *pool;
  apr_thread_t *thread;
  apr_status_t status;
  apr_initialize();
  apr_pool_create(&pool, NULL);
  apr_thread_mutex_create(&mutex, APR_THREAD_MUTEX_DEFAULT, pool);
  apr_thread_create(&thread, NULL, serve, NULL, pool);
  serve(NULL, NULL);
  apr_thread_join(&status, thread);
  assert(requests == 2);
  apr_pool_destroy(pool);
  apr_terminate();
  return 0;
}
