// Two non-atomic increments: each thread reads and writes x. There are 4 traces (one thread after
// the other, in 2 orders; or both read first, and either one writes last). The latter two lose an
// increment, and then the status is 1, regardless of how the program ends.
//
// traces: 4
// errors: exit_status
// errors at: 48
// traces -D HOW=1: 4
// errors -D HOW=1: exit_status
// errors at -D HOW=1: 31
// traces -D HOW=2: 4
// errors -D HOW=2: exit_status
// errors at -D HOW=2: 33
// traces -D HOW=3: 4
// errors -D HOW=3: exit_status
// errors at -D HOW=3: 35
// traces --any-status: 4
// traces --main-exits: 4
// errors --main-exits: exit_status
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
#ifndef HOW
#define HOW 0
#endif
static atomic_int x;
static int end(int status) {
  if (HOW == 0) return status;
  if (HOW == 1)
    exit(status);
  if (HOW == 2)
    _exit(status);
  if (HOW == 3)
    quick_exit(status);
  return 0;
}
static void* increments(void* unused) {
  atomic_store(&x, atomic_load(&x) + 1);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, increments, 0);
  increments(0);
  pthread_join(thread, 0);
  // Compilers differ in whether the location of the end of main is its return or its closing brace.
  return end(atomic_load(&x) == 2 ? 0 : 1); }
