// dlsym() does not find functions, and the dynamic linker keeps its message: no leak of the program.
// (libomp looks for functions in this way.)
// traces: 1
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>

static int looks(void) { return dlsym(RTLD_DEFAULT, "a_function_that_does_not_exist") == 0; }

int main(void) {
  const int first = looks();
  assert(first && looks());
  return 0;
}
