// Where in the tested program a library function was called.
#pragma once

#include <vector>

#include "program/native/layout.h"

namespace mazurka::native {

// The innermost return address on this stack that lies in the executable; 0 if there is none.
[[nodiscard]] Address place_in_program();
[[nodiscard]] bool is_in_executable(Address code);
// All of them, innermost first; of a very deep stack the innermost ones.
void calls_in_program(std::vector<Address>& result);

}  // namespace mazurka::native
