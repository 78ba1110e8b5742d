#include "explore/frontier/shared_hints.h"

#include <sys/mman.h>

#include "core/user_error.h"

namespace mazurka {
namespace {

// Fixed, so that the address space of a native program does not depend on it.
void* const hints_address = reinterpret_cast<void*>(0x60d0'0000'0000);

}  // namespace

SharedHints::SharedHints() {
  void* const memory = mmap(hints_address, sizeof(Memory), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw UserError("", "cannot map memory for exploring processes");
  memory_ = static_cast<Memory*>(memory);
}

SharedHints::~SharedHints() { munmap(memory_, sizeof(Memory)); }

}  // namespace mazurka
