// mazurka replay: runs one recorded execution again and shows it.
#pragma once

#include <ostream>

#include "cli/command_line.h"

namespace mazurka::cli {

// Returns the exit status. Throws UserError.
[[nodiscard]] int run_replay(const ReplayCommand& command, const Loader& load, std::ostream& out,
                             std::ostream& err);

}  // namespace mazurka::cli
