// A library that is not instrumented, with a thread that runs functions of the program.
#include <pthread.h>
#include <stddef.h>

void pool_start(void);
void pool_run(void (*work)(void));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void (*wanted)(void);

static void* runs(void* unused) {
  pthread_mutex_lock(&lock);
  while (1) {
    while (wanted == NULL) pthread_cond_wait(&changed, &lock);
    wanted();
    wanted = NULL;
    pthread_cond_broadcast(&changed);
  }
  return unused;
}

void pool_start(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, runs, NULL);
  pthread_detach(thread);
}

void pool_run(void (*work)(void)) {
  pthread_mutex_lock(&lock);
  wanted = work;
  pthread_cond_broadcast(&changed);
  while (wanted != NULL) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
}
