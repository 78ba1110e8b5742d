// Files and folders that are created, written, renamed and removed exist until the end of the
// execution only: all calls have the same results in both executions, which the 2 orders of the
// exchanges of x show.
//
// traces: 2
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int x;

static void *works(void *arg) {
  atomic_exchange(&x, 1);
  return arg;
}

static void creates_and_renames(void) {
  struct stat status;
  assert(access("a.txt", F_OK) == -1 && errno == ENOENT);
  FILE *file = fopen("a.txt", "wx");
  assert(file != 0);
  assert(fopen("a.txt", "wx") == 0 && errno == EEXIST);
  fputs("hello", file);
  fclose(file);
  assert(stat("a.txt", &status) == 0 && status.st_size == 5);
  assert(rename("a.txt", "b.txt") == 0);
  assert(open("a.txt", O_RDONLY) == -1 && errno == ENOENT);
  assert(truncate("b.txt", 4) == 0);
  char text[8] = {0};
  file = fopen("b.txt", "r");
  assert(file != 0 && fgets(text, sizeof text, file) != 0 && strcmp(text, "hell") == 0);
  fclose(file);
  assert(remove("b.txt") == 0);
  assert(unlink("b.txt") == -1 && errno == ENOENT);
}

static void makes_folders(void) {
  assert(mkdir("folder", 0700) == 0);
  assert(mkdir("folder", 0700) == -1 && errno == EEXIST);
  const int file = open("folder/c.txt", O_CREAT | O_RDWR, 0600);
  assert(file >= 0);
  assert(rmdir("folder") == -1 && errno == ENOTEMPTY);
  assert(open("missing/c.txt", O_CREAT | O_RDWR, 0600) == -1 && errno == ENOENT);
  close(file);
}

// A descriptor that was opened before the first write sees it.
static void reads_what_is_written_later(void) {
  const int writer = open("d.txt", O_CREAT | O_WRONLY, 0600);
  const int reader = open("d.txt", O_RDONLY);
  char byte = 0;
  assert(read(reader, &byte, 1) == 0);
  assert(write(writer, "z", 1) == 1);
  assert(read(reader, &byte, 1) == 1 && byte == 'z');
  close(reader);
  close(writer);
}

static void makes_temporary_files(void) {
  char first[] = "tmpXXXXXX", second[] = "tmpXXXXXX", folder[] = "dirXXXXXX";
  assert(mkstemp(first) >= 0 && mkstemp(second) >= 0 && strcmp(first, second) != 0);
  assert(mkdtemp(folder) != 0);
}

int main(void) {
  pthread_t a, b;
  creates_and_renames();
  makes_folders();
  reads_what_is_written_later();
  makes_temporary_files();
  pthread_create(&a, 0, works, 0);
  pthread_create(&b, 0, works, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
