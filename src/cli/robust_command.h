// mazurka robust: checks whether running the events of a program concurrently changes its results.
#pragma once

#include <ostream>

#include "cli/command_line.h"

namespace mazurka::cli {

// Returns the exit status. Throws UserError.
[[nodiscard]] int run_robust(const RobustCommand& command, const Loader& load, std::ostream& out,
                             std::ostream& err);

}  // namespace mazurka::cli
