// zlib, compiled for checking.
// Right: each thread compresses with a stream of its own.
#include <assert.h>
#include <pthread.h>
#include <zlib.h>

static void *compress_some(void *unused) {
  unsigned char packed[100];
  uLongf length = sizeof packed;
  assert(compress2(packed, &length, (const Bytef *)"aaaaaaaaaa", 10, 1) == Z_OK);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, compress_some, 0);
  compress_some(0);
  pthread_join(other, 0);
  return 0;
}
