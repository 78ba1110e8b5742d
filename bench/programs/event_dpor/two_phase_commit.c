// 2PC(N) of [EventDpor] in C; the same counts as bench/models/event_dpor/two_phase_commit.mzk.
//
// traces: 12
// blocked: 6
// traces -D N=6: 1440
// blocked -D N=6: 720
#include <pthread.h>
#include <stdatomic.h>
#include <mazurka/mazurka.h>
#ifndef N
#define N 3
#endif
static int id[N];
static atomic_int vote[N], done[N], ind, no_commit;
static mz_handler *manager, *node[N];
static void fin(void *a) {
  int i = id[(long)a];
  atomic_fetch_add(&no_commit, vote[i]);
  int k = ind;
  done[k] = 1;
  atomic_fetch_add(&ind, 1);
}
static void ask(void *a) {
  int i = id[(long)a];
  vote[i] = 17 * i / 7 % 2;
  mz_post(manager, fin, a);
}
static void update(void *a) {
  (void)a;
  for (long i = 0; i < N; ++i) mz_post(node[i], ask, (void *)i);
}
static void *client(void *a) {
  mz_post(manager, update, 0);
  mz_assume(done[N - 1] == 1);
  int seen = no_commit;
  (void)seen;
  return a;
}
int main(void) {
  pthread_t t;
  for (int i = 0; i < N; ++i) {
    id[i] = i;
    vote[i] = -1;
    node[i] = mz_handler_create("node", MZ_MULTISET);
  }
  manager = mz_handler_create("manager", MZ_MULTISET);
  pthread_create(&t, 0, client, 0);
  return 0;
}
