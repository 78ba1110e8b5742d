// Creating processes is refused: the calls fail, and the program continues. 1 trace.
//
// traces: 1
// incomplete: refused_call
// warns: fork system execv posix_spawn popen socket kill
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  char *words[] = {"/bin/true", 0};
  pid_t child;
  for (int i = 0; i < 2; ++i) assert(fork() == -1 && errno == ENOSYS);
  assert(system("/bin/true") == -1);
  assert(execv("/bin/true", words) == -1);
  assert(posix_spawn(&child, "/bin/true", 0, 0, words, 0) == ENOSYS);
  assert(popen("/bin/true", "r") == 0);
  assert(socket(AF_INET, SOCK_STREAM, 0) == -1 && errno == ENOSYS);
  assert(kill(1, SIGTERM) == -1);
  return 0;
}
