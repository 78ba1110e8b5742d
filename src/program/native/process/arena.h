// The checker's own memory.
//
// The checker lives in the process of the program that it tests, and both call malloc. What the
// program allocates is forgotten at each restart, what the checker allocates must stay, and the
// allocator of the C library keeps its books in data that is rewound: hence a third allocator.
#pragma once

#include <cstddef>

namespace mazurka::native::arena {

[[nodiscard]] void* allocate(std::size_t size, std::size_t alignment = 16);
void release(void* block);
[[nodiscard]] std::size_t size_of(const void* block);

}  // namespace mazurka::native::arena
