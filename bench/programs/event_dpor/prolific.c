// prolific(N) of [EventDpor] in C; the same counts as bench/models/event_dpor/prolific.mzk.
//
// traces: 14
// traces as locks: 24
// traces -D N=5: 30
// traces as locks -D N=5: 120
#include <assert.h>
#include <stdatomic.h>
#include <mazurka/mazurka.h>
#ifndef N
#define N 4
#endif
static int id[N];
static atomic_int a[N * N], counter[N * N], msg_finished[N];
static void m(void *p) {
  int i = id[(long)p], next = (i + 1) % N;
  for (int c = i * N; c < (i + 1) * N; ++c) {
    a[c] = 1;
    counter[c] = counter[c] + 1;
  }
  for (int c = next * N; c < (next + 1) * N; ++c) {
    int seen = a[c];
    (void)seen;
    counter[c] = counter[c] + 1;
  }
  msg_finished[i] = 1;
  for (int c = next * N; c < (next + 1) * N; ++c)
    assert(msg_finished[i] == 0 || msg_finished[next] == 0 || counter[c] == 2);
}
int main(void) {
  mz_handler *h = mz_handler_create("h", MZ_MULTISET);
  for (int i = 0; i < N; ++i) id[i] = i;
  for (long i = 0; i < N; ++i) mz_post(h, m, (void *)i);
  return 0;
}
