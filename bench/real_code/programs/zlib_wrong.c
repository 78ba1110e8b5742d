// zlib, compiled for checking.
// Wrong: two threads feed one stream.
#include <pthread.h>
#include <string.h>
#include <zlib.h>

static z_stream stream;

static void *feed(void *text) {
  stream.next_in = text;
  stream.avail_in = (uInt)strlen(text);
  deflate(&stream, Z_NO_FLUSH);
  return 0;
}

int main(void) {
  static unsigned char packed[100];
  deflateInit(&stream, 1);
  stream.next_out = packed;
  stream.avail_out = sizeof packed;
  pthread_t other;
  pthread_create(&other, 0, feed, "one");
  feed("two");
  pthread_join(other, 0);
  deflateEnd(&stream);
  return 0;
}
