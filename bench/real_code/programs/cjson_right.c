// cJSON, compiled for checking.
// Right: each thread builds a document of its own.
#include <assert.h>
#include <pthread.h>

#include "cJSON.h"

static void *build(void *unused) {
  cJSON *array = cJSON_CreateArray();
  cJSON_AddItemToArray(array, cJSON_CreateNumber(1));
  assert(cJSON_GetArraySize(array) == 1);
  cJSON_Delete(array);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, build, 0);
  build(0);
  pthread_join(other, 0);
  return 0;
}
