// Finds the original of a function that the runtime replaces.
#pragma once

#include <dlfcn.h>

namespace mazurka::native {

template <class Function>
[[nodiscard]] Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace mazurka::native
