// Expat, an XML parser, compiled for checking.
// Right: each thread has its own parser.
#include <assert.h>
#include <expat.h>
#include <pthread.h>

static void *parse(void *unused) {
  XML_Parser parser = XML_ParserCreate(0);
  XML_SetHashSalt(parser, 1);
  assert(XML_Parse(parser, "<a/>", 4, 1) == XML_STATUS_OK);
  XML_ParserFree(parser);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, parse, 0);
  parse(0);
  pthread_join(other, 0);
  return 0;
}
