// Blocks of the checker's memory that trap overruns and uses after free, for tests of the checker.
//
// AddressSanitizer finds more errors (platform/shadow.h) but needs a separate build. Guarded blocks
// find the two most common errors in every build by means of page protection: a block ends at the
// end of a page that is followed by an unmapped page, and its pages are unmapped for good once it
// is released. With MAZURKA_GUARD_MEMORY=1 in the environment, all blocks of the checker are
// guarded. Errors on stacks and in globals, and overruns of less than 16 bytes, are not found.
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
