// The C library: C11 threads.
// Wrong: a plain variable says that the initialisation is done.
#include <threads.h>

static int is_loaded;
static int config;

static int use(void *unused) {
  (void)unused;
  if (!is_loaded) {
    config = 7;
    is_loaded = 1;
  }
  return config == 7 ? 0 : 1;
}

int main(void) {
  thrd_t other;
  thrd_create(&other, use, 0);
  use(0);
  thrd_join(other, 0);
  return 0;
}
