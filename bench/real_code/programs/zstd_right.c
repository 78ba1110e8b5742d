// Zstandard, compiled for checking, with threads.
// Right: a context compresses with a worker thread of its own, and is freed after the last block.
#include <assert.h>
#include <zstd.h>

int main(void) {
  static const char text[] = "aaaaaaaaaaaaaaaa";
  static char packed[200];
  ZSTD_CCtx *context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 1);
  ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, 10);
  ZSTD_CCtx_setParameter(context, ZSTD_c_hashLog, 6);
  assert(!ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_nbWorkers, 1)));
  ZSTD_inBuffer input = {text, sizeof text, 0};
  ZSTD_outBuffer output = {packed, sizeof packed, 0};
  ZSTD_compressStream2(context, &output, &input, ZSTD_e_continue);
  while (ZSTD_compressStream2(context, &output, &input, ZSTD_e_end) != 0) {
  }
  assert(output.pos > 0);
  ZSTD_freeCCtx(context);
  return 0;
}
