// mazurka replay: runs the execution of a schedule again and shows it.
#pragma once

#include <ostream>

#include "cli/command_line.h"
#include "core/schedule.h"

namespace mazurka::cli {

// Returns the exit status. Throws UserError.
[[nodiscard]] int run_replay(const ReplayCommand& command, const Loader& load, std::ostream& out,
                             std::ostream& err);

// Returns the program of the schedule, with the current locations of its files. Throws UserError.
[[nodiscard]] ProgramToLoad program_to_replay(const ReplayCommand& command);
[[nodiscard]] Schedule schedule_to_replay(const ReplayCommand& command);
// Throws UserError if the program with this hash is not the one of the schedule.
void require_same_program(const ReplayCommand& command, const std::string& hash);

}  // namespace mazurka::cli
