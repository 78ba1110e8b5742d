// Where in the tested program a library function was called.
#pragma once

#include <vector>

#include "program/native/debug_info/debug_variables.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

// The innermost return address on this stack that lies in the executable; 0 if there is none.
[[nodiscard]] Address place_in_program();
[[nodiscard]] bool is_in_executable(Address code);
// All of them, innermost first; of a very deep stack the innermost ones.
void calls_in_program(std::vector<Address>& result);

// `place` if it is in the executable, else, for a call that comes from a library (std::thread calls
// pthread_create), the first thing above `frame` that looks like a return address of the
// executable. A guess, but a fast one; `place` if there is none.
[[nodiscard]] Address place_of_call(Address place, const void* frame);
#define MAZURKA_PLACE                                                            \
  ::mazurka::native::place_of_call(                                              \
      reinterpret_cast<::mazurka::native::Address>(__builtin_return_address(0)), \
      __builtin_frame_address(0))

// Where the program stands: its stack from here on, and its registers that calls do not change.
struct ProgramFrame {
  Address stack = 0;
  Address registers[6] = {};
};
[[nodiscard]] ProgramFrame frame_in_program();
// The same for whoever has called the runtime, which may be a library of the program.
[[nodiscard]] ProgramFrame frame_of_caller();

// All calls that the running code stands in, innermost first, also those of libraries.
void frames_of_calls(std::vector<CallFrame>& result);

}  // namespace mazurka::native
