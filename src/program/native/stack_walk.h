// Where in the tested program a library function was called.
#pragma once

#include "program/native/layout.h"

namespace mazurka::native {

// The innermost return address on this stack that lies in the executable; 0 if there is none.
[[nodiscard]] Address place_in_program();
[[nodiscard]] bool is_in_executable(Address code);

}  // namespace mazurka::native
