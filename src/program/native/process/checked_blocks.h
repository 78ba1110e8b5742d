// Blocks of the checker's memory with poison around them, and in them once they are released. A
// released block is kept for a while before its memory is used again.
#pragma once

#include <cstddef>

#include "program/native/platform/shadow.h"

namespace mazurka::native::checked {

// Memory to make blocks of, and what to do with it in the end.
struct Source {
  void* (*allocate)(std::size_t size, std::size_t alignment);
  void (*release)(void* memory);
};

#if MAZURKA_CHECKS_MEMORY
[[nodiscard]] void* allocate(const Source& source, std::size_t size, std::size_t alignment);
void release(const Source& source, void* block);
[[nodiscard]] std::size_t size_of(const void* block);
#endif

}  // namespace mazurka::native::checked
