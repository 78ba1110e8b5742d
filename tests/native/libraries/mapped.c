// A library that is not instrumented. Its constructor maps memory, as an allocator does.
#include <sys/mman.h>

int mapped_next(void);

static int* counter;

__attribute__((constructor)) static void begin(void) {
  counter = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *counter = 40;
}

int mapped_next(void) { return ++*counter; }
