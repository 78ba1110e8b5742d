// The working folder and the mask of new files belong to the process: the order of their uses is
// explored, and each execution begins with the same ones. Main looks at the folder before the thread
// has changed it, before it changes the mask, or after that: 3 traces.
//
// traces: 3
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void *uses(void *arg) {
  assert(chdir("/usr") == 0);
  umask(0123);
  return arg;
}

int main(void) {
  char before[200], during[200];
  assert(getcwd(before, sizeof before) != NULL && strcmp(before, "/usr") != 0);
  const mode_t mask = umask(0111);
  assert(mask != 0111 && mask != 0123);
  pthread_t thread;
  pthread_create(&thread, NULL, uses, NULL);
  assert(getcwd(during, sizeof during) != NULL);
  assert(strcmp(during, before) == 0 || strcmp(during, "/usr") == 0);
  pthread_join(thread, NULL);
  assert(umask(0) == 0123);
}
