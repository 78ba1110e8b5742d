// The allocator for the checker's own memory.
//
// The checker runs in the process of the tested program, and both call malloc. A restart discards
// what the program allocated, but must keep what the checker allocated. The allocator of the C
// library cannot serve the checker, because a restart also rewinds the data of the C library.
#pragma once

#include <cstddef>

namespace mazurka::native::arena {

[[nodiscard]] void* allocate(std::size_t size, std::size_t alignment = 16);
void release(void* block);
[[nodiscard]] std::size_t size_of(const void* block);

}  // namespace mazurka::native::arena
