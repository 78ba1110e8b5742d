// plb(N) of [EventDpor] in C; the same counts as bench/models/event_dpor/plb.mzk.
//
// traces: 1
// traces as locks: 105
#include <stdlib.h>
#include <mazurka/mazurka.h>
#ifndef N
#define N 4
#endif
struct request {
  int id;
  struct request *next;
};
struct client {
  int id;
};
struct argument {
  int id;
  struct client *client;
};
static struct request *r;
static mz_handler *h;
static void client(void *a) {
  struct argument *what = a;
  what->client->id = what->id;
  free(what->client);
  free(what);
}
static void reqs(void *a) {
  struct argument *what = malloc(sizeof *what);
  what->client = malloc(sizeof *what->client);
  what->id = r->id;
  mz_post(h, client, what);
  r = r->next;
  if (r != 0) mz_post(h, reqs, a);
}
int main(void) {
  static struct request nodes[N];
  for (int i = 0; i < N; ++i) {
    nodes[i].id = i;
    nodes[i].next = i + 1 < N ? &nodes[i + 1] : 0;
  }
  r = nodes;
  h = mz_handler_create("h", MZ_MULTISET);
  mz_post(h, reqs, 0);
  return 0;
}
