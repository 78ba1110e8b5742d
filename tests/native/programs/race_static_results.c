// Functions that return a static object, or keep something for the next call, are not for two tasks
// at once.
//
// traces: any
// finds: data_race
// errors at: 14 15 26
#include <pthread.h>
#include <string.h>
#include <time.h>

static char fruits[] = "apple pear", towns[] = "rome oslo";
static time_t zero;
static void *uses(void *arg) {
  strtok(fruits, " ");
  localtime(&zero);
  asctime(&(struct tm){.tm_mday = 1});
  ctime(&zero);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, uses, NULL);
  strtok(towns, " ");
  gmtime(&zero);
  ctime(&zero);
  asctime(&(struct tm){.tm_mday = 1});
  pthread_join(thread, NULL);
}
