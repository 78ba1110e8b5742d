// What commands that explore do alike.
#pragma once

#include <string>

#include "cli/command_line.h"
#include "cli/progress.h"
#include "explore/explorer.h"

namespace mazurka::cli {

// Bounds, interrupts and progress; all else as it is without options. REQUIRES: `line` lives on.
[[nodiscard]] ExploreOptions explore_options(const ExploringCommand& command, ProgressLine& line);

// Where the schedule of the first error goes. Throws UserError if that file, or one of the other
// outputs, is not fit for it.
[[nodiscard]] std::string fit_schedule_file(const ExploringCommand& command);

}  // namespace mazurka::cli
