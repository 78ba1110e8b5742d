// `mazurka estimate`.
#pragma once

#include <ostream>

#include "cli/command_line.h"

namespace mazurka::cli {

// Returns the exit status. Throws UserError.
[[nodiscard]] int run_estimate(const CheckCommand& command, const Loader& load, std::ostream& out,
                               std::ostream& err);

}  // namespace mazurka::cli
