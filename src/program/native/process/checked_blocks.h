// Blocks of the checker's memory that are surrounded by poisoned memory. A released block is
// poisoned, too, and kept for a while before its memory is used again.
#pragma once

#include <cstddef>

#include "program/native/platform/shadow.h"

namespace mazurka::native::checked {

// The underlying allocator, from which the memory for blocks is taken and to which it is returned.
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
