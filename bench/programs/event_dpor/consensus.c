// consensus(N) of [EventDpor] in C; the same counts as bench/models/event_dpor/consensus.mzk.
//
// traces: 125
// traces as locks: 216
// traces -D N=2: 4
#include <pthread.h>
#include <stdatomic.h>
#include <mazurka/mazurka.h>
#ifndef N
#define N 3
#endif
static int a[N];
static atomic_int value[N], decision[N];
static struct pair {
  int i, j;
} parameter[N][N];
static mz_handler *collector[N];
static void send(void *p) {
  struct pair *to = p;
  int j = value[to->j];
  if (j > decision[to->i]) decision[to->i] = j;
}
static void *broadcaster(void *p) {
  int j = a[(long)p];
  value[j] = j;
  for (int i = 0; i < N; ++i) {
    parameter[i][j].i = i;
    parameter[i][j].j = j;
    mz_post(collector[i], send, &parameter[i][j]);
  }
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; ++i) {
    a[i] = i;
    decision[i] = -1;
    collector[i] = mz_handler_create("collector", MZ_MULTISET);
  }
  for (long j = 0; j < N; ++j) pthread_create(&t[j], 0, broadcaster, (void *)j);
  for (int j = 0; j < N; ++j) pthread_join(t[j], 0);
  return 0;
}
