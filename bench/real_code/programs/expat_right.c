// Expat, an XML parser, compiled for checking.
// Right: two threads feed one parser, one after the other.
#include <assert.h>
#include <expat.h>
#include <pthread.h>

static XML_Parser parser;

static void *parse_beginning(void *unused) {
  assert(XML_Parse(parser, "<a>", 3, 0) == XML_STATUS_OK);
  return unused;
}

int main(void) {
  parser = XML_ParserCreate(0);
  XML_SetHashSalt(parser, 1);
  pthread_t other;
  pthread_create(&other, 0, parse_beginning, 0);
  pthread_join(other, 0);
  assert(XML_Parse(parser, "</a>", 4, 1) == XML_STATUS_OK);
  XML_ParserFree(parser);
  return 0;
}
