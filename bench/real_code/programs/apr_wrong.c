// APR, the library below the Apache web server: threads and mutexes.
// Wrong: two locks are taken in opposite orders.
#include <apr_general.h>
#include <apr_thread_mutex.h>
#include <apr_thread_proc.h>

static apr_thread_mutex_t *cache, *log;

static void *APR_THREAD_FUNC serve(apr_thread_t *thread, void *unused) {
  apr_thread_mutex_lock(log);
  apr_thread_mutex_lock(cache);
  apr_thread_mutex_unlock(cache);
  apr_thread_mutex_unlock(log);
  (void)thread;
  return unused;
}

int main(void) {
  apr_pool_t *pool;
  apr_thread_t *thread;
  apr_status_t status;
  apr_initialize();
  apr_pool_create(&pool, NULL);
  apr_thread_mutex_create(&cache, APR_THREAD_MUTEX_DEFAULT, pool);
  apr_thread_mutex_create(&log, APR_THREAD_MUTEX_DEFAULT, pool);
  apr_thread_create(&thread, NULL, serve, NULL, pool);
  apr_thread_mutex_lock(cache);
  apr_thread_mutex_lock(log);
  apr_thread_mutex_unlock(log);
  apr_thread_mutex_unlock(cache);
  apr_thread_join(&status, thread);
  apr_pool_destroy(pool);
  apr_terminate();
  return 0;
}
