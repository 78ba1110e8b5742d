// The program of condition.c with C11 threads: 2 traces.
//
// traces: 2
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int set(void *arg) {
  mtx_lock(&m);
  ready = 1;
  cnd_signal(&c);
  mtx_unlock(&m);
  return arg == 0;
}

int main(void) {
  thrd_t setter;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&setter, set, 0);
  mtx_lock(&m);
  while (!ready) cnd_wait(&c, &m);
  mtx_unlock(&m);
  thrd_join(setter, 0);
  return 0;
}
