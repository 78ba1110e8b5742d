// Expat, an XML parser, compiled for checking.
// Wrong: one thread asks for the position while the other one parses.
#include <expat.h>
#include <pthread.h>

static XML_Parser parser;

static void *parse(void *unused) {
  XML_Parse(parser, "<a/>", 4, 1);
  return unused;
}

int main(void) {
  parser = XML_ParserCreate(0);
  XML_SetHashSalt(parser, 1);
  pthread_t other;
  pthread_create(&other, 0, parse, 0);
  (void)XML_GetCurrentByteIndex(parser);
  pthread_join(other, 0);
  XML_ParserFree(parser);
  return 0;
}
