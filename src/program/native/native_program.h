// Implements Program for C and C++ programs that are compiled for Mazurka and linked with the
// runtime.
#pragma once

#include <memory>

#include "program/native/schedule/runtime.h"
#include "program/program.h"

namespace mazurka::native {

// REQUIRES: called once, after the static constructors of the program.
[[nodiscard]] std::unique_ptr<Program> make_program(ProgramToRun program);

}  // namespace mazurka::native
