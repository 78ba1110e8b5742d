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
// Records that the program has mapped this memory. REQUIRES: an OutsideProgram is in scope.
void note_mapping(Address begin, std::size_t size);
// Closes all descriptors of the program, whichever function has opened them, and unmaps what it
// mapped since the last call.
void close_descriptors();

}  // namespace mazurka::native
