// A writer and N readers: each reader comes before or after the write: 2^N.
//
// traces: 8
// errors: data_race
// traces -D N=5: 32
// errors -D N=5: data_race
#include <pthread.h>
#ifndef N
#define N 3
#endif
long x;
int seen[N];
void *writer(void *a) { x = 1; return a; }
void *reader(void *a) { seen[(long)a] = (int)x; return 0; }
int main(void) {
  pthread_t w, r[N];
  pthread_create(&w, 0, writer, 0);
  for (long i = 0; i < N; ++i) pthread_create(&r[i], 0, reader, (void *)i);
  pthread_join(w, 0);
  for (int i = 0; i < N; ++i) pthread_join(r[i], 0);
  return 0;
}
