// Defines which random programs are valid.
#pragma once

#include <string>

#include "property/random_program.h"

namespace mazurka::property {

// Returns an empty text if the program is valid: every name is declared, in scope and of the
// right sort; tasks are created with the right number of arguments, by tasks with lower
// numbers; waits are in a section of their lock; awaits have no side effects; and some
// thread starts with the program.
[[nodiscard]] std::string why_invalid(const RandomProgram& program);

}  // namespace mazurka::property
