// One task changes the environment while another looks into it. The C library does not allow that,
// and both orders have different results. Two tasks that only look into it do not race.
//
// traces: any
// finds: data_race
// errors at: 22
#include <pthread.h>
#include <stdlib.h>

static void *changes(void *arg) {
  setenv("COLOUR", "red", 1);
  return arg;
}
static void *looks(void *arg) { return getenv("HOME") != NULL ? arg : NULL; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, looks, NULL);
  getenv("HOME");
  pthread_join(one, NULL);
  pthread_create(&two, NULL, changes, NULL);
  getenv("COLOUR");
  pthread_join(two, NULL);
}
