// AddressSanitizer for the checker itself, without the compiler's sanitizer library.
//
// The runtime and the checker can be compiled with -fsanitize=address (MAZURKA_SANITIZE). They
// cannot be linked with the compiler's library: it replaces malloc, threads, thread-specific keys,
// signals and hundreds of C library functions in the whole process, and assumes one stack per
// thread. In a tested program Mazurka replaces these itself. So this file provides what
// instrumented code needs: the shadow memory (one byte for eight) and the functions that
// instrumented code calls (sanitizer/asan_calls.cpp).
//
// Poisoned are: the memory around blocks of the checker, its freed blocks (checked_blocks.cpp), and
// the memory around its globals and its stack variables, also on the stacks of fibers. Memory of
// the tested program is never poisoned; errors of the program are found by other means (heap.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "program/native/platform/layout.h"

#ifndef MAZURKA_CHECKS_MEMORY
#define MAZURKA_CHECKS_MEMORY 0
#endif

// Marks functions that read memory of other code, such as whole stacks, and must not be checked.
#define MAZURKA_READS_ALL_MEMORY __attribute__((no_sanitize("address")))

namespace mazurka::native {

#if MAZURKA_CHECKS_MEMORY

inline constexpr bool checks_memory = true;

// Why an address must not be accessed. Compilers use these numbers in the code that they generate.
enum class Poison : std::uint8_t {
  none = 0,
  around_block = 0xfa,
  freed_block = 0xfd,
  around_global = 0xf9,
  unused_stack = 0xf8,
  around_array = 0xca,
};

// Poisons all aligned groups of 8 bytes that lie completely in [begin, end).
void poison(Address begin, Address end, Poison why);
// Allows access to [begin, begin + size). If the range ends within a group of 8 bytes, the rest of
// that group becomes inaccessible. REQUIRES: begin % 8 == 0.
void unpoison(Address begin, std::size_t size);
// Ends the process with a report if one of these bytes is poisoned.
void check_range(const void* address, std::size_t size, bool writes);
// Prints `what`, the address unless it is 0, and the call stack; then ends the process.
[[noreturn]] void report_mistake(const char* what, Address address);
// Removes the poison of stack frames in [stack_pointer, stack_top) that ended without returning.
void forget_frames(Address stack_pointer, Address stack_top);

#else

inline constexpr bool checks_memory = false;
inline void check_range(const void*, std::size_t, bool) {}
inline void forget_frames(Address, Address) {}

#endif

}  // namespace mazurka::native
