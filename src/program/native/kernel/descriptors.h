// Descriptors and mappings that the tested program got from the kernel. They end with the execution
// that opened them; what was written to files stays.
#pragma once

#include <cstddef>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// Descriptors from here on are the checker's own.
inline constexpr int most_descriptors = 100;

// Remembers which descriptors are open before main: they stay open.
void remember_descriptors();
// The program has opened a descriptor.
void note_open_descriptor();
// The program has mapped this memory. REQUIRES: OutsideProgram.
void note_mapping(Address begin, std::size_t size);
// Closes and unmaps everything that the program opened since the last call.
void close_descriptors();

}  // namespace mazurka::native
