// mazurka check: explores a program and reports.
#pragma once

#include <ostream>

#include "cli/command_line.h"

namespace mazurka::cli {

// `self` as for load_program. Returns the exit status. Throws UserError.
[[nodiscard]] int run_check(const CheckCommand& command, LoadedProgram* self, std::ostream& out,
                            std::ostream& err);

}  // namespace mazurka::cli
