// What the constructor of a loaded library has mapped is the same at the start of every execution.
// library: mapped
// flags: -Wl,--as-needed,--disable-new-dtags
// warns: dlopen
// traces: 2
// brute force: 2
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>

static void* loads(void* unused) {
  void* const library = dlopen("libmapped.so", RTLD_NOW);
  assert(library != 0);
  int (*next)(void) = (int (*)(void))dlsym(library, "mapped_next");
  const int value = next();
  assert(value == 41 || value == 42);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, loads, 0);
  pthread_create(&b, 0, loads, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
