// Tests thread-specific data with destructors, pthread_exit, and results of threads.
//
// traces: 1
#include <assert.h>
#include <pthread.h>
pthread_key_t key;
static void destroyed(void *value) { *(int *)value = 5; }
static int values[2];
static void *work(void *a) {
  pthread_setspecific(key, a);
  assert(pthread_getspecific(key) == a);
  pthread_exit(a);
}
int main(void) {
  pthread_t t[2];
  void *result;
  pthread_key_create(&key, destroyed);
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, work, &values[i]);
  for (int i = 0; i < 2; ++i) {
    pthread_join(t[i], &result);
    assert(result == &values[i] && values[i] == 5);
  }
  assert(pthread_getspecific(key) == 0);
  return 0;
}
