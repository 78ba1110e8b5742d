// Blocks of the checker's memory that notice wrong uses, for tests of the checker itself.
//
// AddressSanitizer finds more (sanitizer/shadow.h) but needs a build of its own. This finds the two
// commonest mistakes in every build, with the help of the hardware: a block ends at the end of a
// page, behind which nothing may be touched, and its pages are gone for good once it is released.
// With MAZURKA_GUARD_MEMORY=1 in the environment, all blocks of the checker are of this kind. Not
// found: mistakes on stacks and in globals, and an overrun of less than 16 bytes.
#pragma once

#include <cstddef>

#include "program/native/platform/layout.h"

namespace mazurka::native::guarded {

// The second half of the arena's addresses.
inline constexpr Address begin = arena_begin + (arena_end - arena_begin) / 2;

[[nodiscard]] bool is_wanted();
[[nodiscard]] inline bool is_guarded(const void* block) {
  return reinterpret_cast<Address>(block) >= begin && reinterpret_cast<Address>(block) < arena_end;
}
[[nodiscard]] void* allocate(std::size_t size, std::size_t alignment);
void release(void* block);
[[nodiscard]] std::size_t size_of(const void* block);

}  // namespace mazurka::native::guarded
