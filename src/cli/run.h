// Parses and runs a command. The only place that prints errors of users and internal errors.
#pragma once

#include <ostream>
#include <span>
#include <string>

#include "cli/exit_status.h"
#include "cli/front_end.h"
#include "core/user_error.h"

namespace mazurka::cli {

// Runs a command and returns the exit status. `load` is given inside a process that is itself the
// program under test. Without it, native programs are built if necessary, and started to run the
// command on themselves.
[[nodiscard]] int run(std::span<const std::string> arguments, std::ostream& out, std::ostream& err,
                      const Loader& load = {});

// Prints "bank.mzk:12:8: error: …", the line with a caret, and "  hint: …".
void print(const UserError& error, std::ostream& err);

}  // namespace mazurka::cli
