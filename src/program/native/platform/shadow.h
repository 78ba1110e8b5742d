// AddressSanitizer for the checker itself, without its library.
//
// The runtime and all of the checker can be compiled with -fsanitize=address (MAZURKA_SANITIZE),
// but not linked with what compilers bring along for that: it takes over malloc, threads, keys,
// signals and hundreds of functions of the C library in the whole process, and knows each thread's
// one stack. All of that is ours in a tested program. So what instrumented code needs is here: the
// shadow that it looks at (one byte for eight), and the calls that it makes (asan_calls.cpp).
// Poison lies around and in freed blocks of the checker (checked_blocks.cpp), around its globals
// and around variables on its stacks, those of fibers included. Memory of the tested program is
// never poisoned; mistakes of the program are found by other means (heap.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "program/native/platform/layout.h"

#ifndef MAZURKA_CHECKS_MEMORY
#define MAZURKA_CHECKS_MEMORY 0
#endif

// For functions that look through memory that is not theirs, such as whole stacks.
#define MAZURKA_READS_ALL_MEMORY __attribute__((no_sanitize("address")))

namespace mazurka::native {

#if MAZURKA_CHECKS_MEMORY

inline constexpr bool checks_memory = true;

// Why an address must not be touched. The numbers are those that compilers use inline.
enum class Poison : std::uint8_t {
  none = 0,
  around_block = 0xfa,
  freed_block = 0xfd,
  around_global = 0xf9,
  unused_stack = 0xf8,
  around_array = 0xca,
};

// Parts of the first and the last eight bytes that lie outside are left as they are.
void poison(Address begin, Address end, Poison why);
// Afterwards exactly these bytes of the last eight may be touched. REQUIRES: begin % 8 == 0.
void unpoison(Address begin, std::size_t size);
// Ends the process with a report if one of these bytes is poisoned.
void check_range(const void* address, std::size_t size, bool writes);
// Prints what is wrong (0: at no address) and the calls that led there, and ends the process.
[[noreturn]] void report_mistake(const char* what, Address address);
// Frames between the two are gone without having returned.
void forget_frames(Address stack_pointer, Address stack_top);

#else

inline constexpr bool checks_memory = false;
inline void check_range(const void*, std::size_t, bool) {}
inline void forget_frames(Address, Address) {}

#endif

}  // namespace mazurka::native
