// writers(N) of [EventDpor] in C; the same counts as bench/models/event_dpor/writers.mzk.
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
static atomic_int x = -1;
static mz_handler *h;
static void m(void *a) {
  int i = (int)(long)a;
  x = i;
  assert(x == i);
}
static void *poster(void *a) {
  mz_post(h, m, a);
  return 0;
}
int main(void) {
  pthread_t t[N];
  h = mz_handler_create("h", MZ_MULTISET);
  for (long i = 0; i < N; ++i) pthread_create(&t[i], 0, poster, (void *)i);
  for (int i = 0; i < N; ++i) pthread_join(t[i], 0);
  return 0;
}
