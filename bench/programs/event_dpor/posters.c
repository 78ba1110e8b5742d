// posters(N) of [EventDpor] in C; the same counts as bench/models/event_dpor/posters.mzk.
//
// traces: 90
// traces -D N=4: 2520
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <mazurka/mazurka.h>
#ifndef N
#define N 3
#endif
static atomic_int x = -1;
static mz_handler *h;
static void b(void *a) {
  int i = (int)(long)a;
  x = 2 * i + 1;
  assert(x == 2 * i + 1);
}
static void first(void *a) {
  int i = (int)(long)a;
  x = 2 * i;
  mz_post(h, b, a);
  assert(x == 2 * i);
}
static void *poster(void *a) {
  mz_post(h, first, a);
  return 0;
}
int main(void) {
  pthread_t t[N];
  h = mz_handler_create("h", MZ_MULTISET);
  for (long i = 0; i < N; ++i) pthread_create(&t[i], 0, poster, (void *)i);
  for (int i = 0; i < N; ++i) pthread_join(t[i], 0);
  return 0;
}
