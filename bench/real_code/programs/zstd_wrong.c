// Zstandard, compiled for checking, with threads.
// Wrong: two threads compress with one context.
#include <pthread.h>
#include <zstd.h>

static ZSTD_CCtx *context;

static void *compress_some(void *packed) {
  ZSTD_compressCCtx(context, packed, 100, "aaaaaaaaaa", 10, 1);
  return 0;
}

int main(void) {
  static char one[100], two[100];
  context = ZSTD_createCCtx();
  pthread_t other;
  pthread_create(&other, 0, compress_some, one);
  compress_some(two);
  pthread_join(other, 0);
  ZSTD_freeCCtx(context);
  return 0;
}
