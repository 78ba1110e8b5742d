// mat-mult(M, N, K) of [EventDpor] in C; the same counts as bench/models/event_dpor/mat_mult.mzk.
//
// traces: 1
// traces as locks: 216
#include <pthread.h>
#include <stdatomic.h>
#include <mazurka/mazurka.h>
#define M 3
#define N 3
#define K 5
static atomic_int A[M][K], B[K][N], C[M][N];
static mz_handler *handler[N];
static void mes(void *a) {
  int i = (int)((long)a / N), j = (int)((long)a % N), sum = 0;
  for (int l = 0; l < K; ++l) sum += A[i][l] * B[l][j];
  C[i][j] = sum;
}
static void *poster(void *a) {
  mz_post(handler[(long)a % N], mes, a);
  return 0;
}
int main(void) {
  pthread_t t[M * N];
  for (int j = 0; j < N; ++j) handler[j] = mz_handler_create("handler", MZ_MULTISET);
  for (long i = 0; i < M * N; ++i) pthread_create(&t[i], 0, poster, (void *)i);
  for (int i = 0; i < M * N; ++i) pthread_join(t[i], 0);
  return 0;
}
