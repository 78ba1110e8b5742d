// memmove and memset without hooks. The runtime replaces the functions of these names, but not
// their fortified variants, whose last argument is the size of the destination.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" void* __memmove_chk(void*, const void*, std::size_t, std::size_t) noexcept;
extern "C" void* __memset_chk(void*, int, std::size_t, std::size_t) noexcept;

namespace mazurka::native {

// Returns SIZE_MAX, hidden from the optimiser: with a known bound the compiler would replace
// __memmove_chk by memmove, which is the hook.
inline std::size_t no_bound() {
  std::size_t result = SIZE_MAX;
  asm("" : "+r"(result));
  return result;
}
inline void* copy_bytes(void* to, const void* from, std::size_t size) {
  return __memmove_chk(to, from, size, no_bound());
}
inline void* fill_bytes(void* to, int value, std::size_t size) {
  return __memset_chk(to, value, size, no_bound());
}

}  // namespace mazurka::native
