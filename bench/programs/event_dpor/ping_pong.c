// ping-pong(N) of [EventDpor] in C; the same counts as bench/models/event_dpor/ping_pong.mzk.
//
// traces: 70
// traces -D N=6: 3276
#include <pthread.h>
#include <stdatomic.h>
#include <mazurka/mazurka.h>
#ifndef N
#define N 4
#endif
static atomic_int msg[N], last_ping = -1, last_pong = -1;
static mz_handler *pinger, *ponger;
static void pong(void *a) {
  int number = msg[(long)a];
  last_pong = last_pong < number ? number : N + 1;
}
static void ping(void *a) {
  int number = msg[(long)a];
  if (last_ping < number) {
    last_ping = number;
    mz_post(ponger, pong, a);
  } else {
    last_ping = N + 1;
  }
}
static void *init(void *a) {
  for (long i = 0; i < N; ++i) {
    msg[i] = (int)i;
    mz_post(pinger, ping, (void *)i);
  }
  return a;
}
int main(void) {
  pthread_t t;
  pinger = mz_handler_create("pinger", MZ_MULTISET);
  ponger = mz_handler_create("ponger", MZ_MULTISET);
  pthread_create(&t, 0, init, 0);
  pthread_join(t, 0);
  return 0;
}
