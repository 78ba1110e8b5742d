// What the constructor of a library has mapped is the same at the start of every execution: of one
// that is loaded before main, and of one that a task loads.
// library: mapped
// traces: 2
// brute force: 2
// library -D LOADS=1: mapped
// flags -D LOADS=1: -Wl,--as-needed,--disable-new-dtags
// warns -D LOADS=1: dlopen
// traces -D LOADS=1: 2
// brute force -D LOADS=1: 2
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>

int mapped_next(void);

static void* calls(void* unused) {
#ifdef LOADS
  void* const library = dlopen("libmapped.so", RTLD_NOW);
  assert(library != 0);
  int (*next)(void) = (int (*)(void))dlsym(library, "mapped_next");
#else
  int (*next)(void) = mapped_next;
#endif
  const int value = next();
  assert(value == 41 || value == 42);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, calls, 0);
  pthread_create(&b, 0, calls, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
