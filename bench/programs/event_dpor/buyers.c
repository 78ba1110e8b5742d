// buyers(N) of [EventDpor] in C; the same counts as bench/models/event_dpor/buyers.mzk.
//
// traces: 24
// traces -D N=6: 720
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <mazurka/mazurka.h>
#ifndef N
#define N 4
#endif
static int id[N];
static atomic_int needed = 50, price = 50, total, amount[N], contributed[N];
static mz_handler *coordinator;
static void bid(void *a) {
  int k = id[(long)a];
  if (needed > 0) {
    atomic_fetch_sub(&needed, amount[k]);
    contributed[k] = 1;
  }
  assert(needed > 0 || total == price);
}
static void *buyer(void *a) {
  long i = (long)a;
  amount[id[i]] = (int)(123 * i % 10);
  mz_post(coordinator, bid, a);
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; ++i) id[i] = i;
  coordinator = mz_handler_create("coordinator", MZ_MULTISET);
  for (long i = 0; i < N; ++i) pthread_create(&t[i], 0, buyer, (void *)i);
  for (int i = 0; i < N; ++i) pthread_join(t[i], 0);
  return 0;
}
