// Two tasks load a library and call it. The calls are events from the first execution on: 2 traces.
// library: queue
// flags: -Wl,--as-needed,--disable-new-dtags
// warns: dlopen
// traces: 2
// brute force: 2
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>

static void* loads_and_pushes(void* unused) {
  void* const library = dlopen("libqueue.so", RTLD_NOW);
  assert(library != 0);
  void (*push)(void*) = (void (*)(void*))dlsym(library, "queue_push");
  push(0);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, loads_and_pushes, 0);
  pthread_create(&b, 0, loads_and_pushes, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
