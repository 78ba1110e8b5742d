// mazurka check --jobs N: several processes share one exploration (child/workers.h).
#pragma once

#include <ostream>

#include "cli/check_in_child.h"
#include "cli/child/supervise.h"
#include "cli/command_line.h"
#include "cli/exploring_command.h"

namespace mazurka::cli {

// Throws UserError if the command has options that only one process can follow.
void require_fit_jobs(const CheckCommand& command);

// Explores, and returns the result as if one child had explored everything. If a worker died
// because of the program, the result is that of the worker, and `state` is a copy of its memory.
[[nodiscard]] ChildResult explore_by_workers(const CheckCommand& command, const ExploringRun& run,
                                             const CheckInChild& child, SharedState& state,
                                             std::ostream& out, std::ostream& err);
// The same by several machines, which share the store at command.cluster. Throws UserError.
[[nodiscard]] ChildResult explore_by_cluster(const CheckCommand& command, const ExploringRun& run,
                                             const CheckInChild& child, SharedState& state,
                                             std::ostream& out, std::ostream& err);

}  // namespace mazurka::cli
