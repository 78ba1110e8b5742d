#include "unit/api/c_unit.h"

#include <pthread.h>

struct sum {
  mz_handler *handler;
  int posts;
  int value; /* accessed by messages of one handler only */
};

static void add_one(void *arg) { ++((struct sum *)arg)->value; }

static void *post_all(void *arg) {
  struct sum *sum = arg;
  for (int i = 0; i < sum->posts; ++i) mz_post(sum->handler, add_one, sum);
  return NULL;
}

int c_sum_by_messages(int posters, int count) {
  struct sum sum = {mz_handler_create("sum", MZ_MULTISET), count, 0};
  pthread_t threads[16];
  for (int i = 0; i < posters; ++i) pthread_create(&threads[i], NULL, post_all, &sum);
  for (int i = 0; i < posters; ++i) pthread_join(threads[i], NULL);
  mz_handler_join(sum.handler);
  return sum.value;
}

mz_handler *c_current_handler(void) { return mz_current_handler(); }
