// sparse-mat(M, N) of [EventDpor] in C; the same counts as
// bench/models/event_dpor/sparse_mat.mzk.
//
// traces: 34
// traces as locks: 204
#include <stdatomic.h>
#include <mazurka/mazurka.h>
#ifndef N
#define N 3
#endif
#define M 4
static atomic_int A[M][N], p[N], msg_finished[N], sum;
static mz_handler *h1, *h2;
static void tot(void *a) {
  int i = p[(long)a];
  atomic_fetch_add(&sum, A[0][i]);
  msg_finished[i] = 1;
  p[i] = 0;
}
static void col(void *a) {
  int i = p[(long)a];
  for (int j = 1; j < M; ++j) atomic_fetch_add(&A[0][i], A[j][i]);
  mz_post(h2, tot, a);
}
int main(void) {
  h1 = mz_handler_create("h1", MZ_MULTISET);
  h2 = mz_handler_create("h2", MZ_MULTISET);
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) A[i][j] = (i + j) % 2;
  for (long i = 0; i < N; ++i) {
    msg_finished[i] = 0;
    p[i] = (int)i;
    mz_post(h1, col, (void *)i);
  }
  for (int i = 0; i < N; ++i) {
    int seen = msg_finished[i];
    (void)seen;
  }
  return 0;
}
