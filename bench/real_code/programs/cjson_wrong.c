// cJSON, compiled for checking.
// Wrong: the position of a syntax error is kept in one variable for all threads.
#include <pthread.h>

#include "cJSON.h"

static void *parse(void *text) {
  cJSON *document = cJSON_Parse(text);
  if (document == 0) (void)cJSON_GetErrorPtr();
  cJSON_Delete(document);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, parse, "[");
  parse("]");
  pthread_join(other, 0);
  return 0;
}
