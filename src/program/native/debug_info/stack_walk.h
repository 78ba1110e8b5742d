// Stack walks: finds the calls in the tested program that led to the runtime.
#pragma once

#include <vector>

#include "program/native/debug_info/debug_variables.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

// Returns the innermost return address on this stack that lies in the executable; 0 if there is
// none.
[[nodiscard]] Address place_in_program();
[[nodiscard]] bool is_in_executable(Address code);
// Returns what was added to the addresses in the executable's file when it was loaded.
[[nodiscard]] Address load_address();
// Appends all return addresses on this stack that lie in the executable, innermost first. Of a very
// deep stack, only the innermost ones are found.
void calls_in_program(std::vector<Address>& result);

// Returns `place` if it lies in the executable. Otherwise the call comes from a library; then
// unwinds the stack to the executable or, if the library is one of C and C++, returns the first
// word above `frame` that looks like a return address in the executable: a guess, but a fast one.
// Returns `place` if there is none, and outside of tasks.
[[nodiscard]] Address place_of_call(Address place, const void* frame);
#define MAZURKA_PLACE                                                            \
  ::mazurka::native::place_of_call(                                              \
      reinterpret_cast<::mazurka::native::Address>(__builtin_return_address(0)), \
      __builtin_frame_address(0))

// The state of the program at a call: the stack from this address upwards, and the callee-saved
// registers.
struct ProgramFrame {
  Address stack = 0;
  Address registers[6] = {};
};
[[nodiscard]] ProgramFrame frame_in_program();
// Returns the state at the innermost frame outside the runtime, which may be in a library of the
// program.
[[nodiscard]] ProgramFrame frame_of_caller();

// Appends all frames of the running code, innermost first, including those of libraries.
void frames_of_calls(std::vector<CallFrame>& result);

}  // namespace mazurka::native
