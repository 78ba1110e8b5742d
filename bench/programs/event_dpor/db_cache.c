// db-cache(N) of [EventDpor] in C; the same counts as bench/models/event_dpor/db_cache.mzk.
//
// traces: 32
// traces as locks: 4608
// traces -D N=1: 2
// traces as locks -D N=1: 24
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <mazurka/mazurka.h>
#ifndef N
#define N 2
#endif
static struct {
  atomic_int val, deleted;
} storage[4];
static mz_handler *server[N];
static void write_key(void *a) {
  long k = (long)a;
  if (storage[k].deleted != 1) {
    storage[k].val = 3;
    storage[k].deleted = 0;
  }
  assert(storage[k].val == 3 || storage[k].deleted == 1);
}
static void read_key(void *a) {
  long k = (long)a;
  if (storage[k].deleted != 1) {
    int seen = storage[k].val;
    (void)seen;
  }
}
static void delete_key(void *a) { storage[(long)a].deleted = 1; }
static void *client(void *a) {
  mz_handler *own = server[(long)a];
  mz_post(own, write_key, (void *)0);
  mz_post(own, read_key, (void *)2);
  mz_post(own, write_key, (void *)3);
  mz_post(own, delete_key, (void *)0);
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (int k = 0; k < 4; ++k) storage[k].deleted = 1;
  for (int i = 0; i < N; ++i) server[i] = mz_handler_create("server", MZ_MULTISET);
  for (long i = 0; i < N; ++i) pthread_create(&t[i], 0, client, (void *)i);
  return 0;
}
