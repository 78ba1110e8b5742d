// main returns without waiting for the thread, which runs to its end: a status other than 0 is an
// error in both orders of the two writes, and the rest of the thread is still explored.
//
// traces: 2
// errors: assertion exit_status
// errors at: 14 20
// traces --any-status: 2
// errors --any-status: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void* looks(void* unused) {
  assert(atomic_exchange(&x, 1) == 0); return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, looks, 0);
  atomic_store(&x, 2);
  return 256 + 3; }  // the system keeps the lowest eight bits
