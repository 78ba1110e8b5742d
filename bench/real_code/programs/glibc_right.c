// The C library: C11 threads.
// Right: call_once initialises what both threads use.
#include <assert.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static int config;

static void load(void) { config = 7; }

static int use(void *unused) {
  (void)unused;
  call_once(&once, load);
  assert(config == 7);
  return 0;
}

int main(void) {
  thrd_t other;
  thrd_create(&other, use, 0);
  use(0);
  thrd_join(other, 0);
  return 0;
}
