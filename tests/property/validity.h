// Which random programs are valid.
#pragma once

#include <string>

#include "property/random_program.h"

namespace mazurka::property {

// Empty if the program is valid: every name is declared, in scope and of the right sort; tasks are
// created with the right number of arguments, by tasks of lower numbers; waits stand in a section
// of their lock; awaits change nothing; there is a thread that starts with the program.
[[nodiscard]] std::string why_invalid(const RandomProgram& program);

}  // namespace mazurka::property
