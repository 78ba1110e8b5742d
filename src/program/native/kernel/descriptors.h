// Descriptors and memory mappings that the tested program opened. They are closed at the end of the
// execution; what the program wrote to files stays.
#pragma once

#include <cstddef>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// The program uses descriptors below this number; the checker uses those from it upwards.
inline constexpr int most_descriptors = 100;

// Records which descriptors are open before main. They stay open at the end of executions.
void remember_descriptors();
// Returns whether the descriptor was open before main.
[[nodiscard]] bool was_open_before_main(int descriptor);
// Records that the program has opened a descriptor.
void note_open_descriptor();
// Records that the program has mapped this memory. REQUIRES: an OutsideProgram is in scope.
void note_mapping(Address begin, std::size_t size);
// Closes and unmaps everything that the program opened since the last call.
void close_descriptors();

}  // namespace mazurka::native
