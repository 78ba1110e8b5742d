// The command: parses, runs, and is the one place where errors of users, and our own, are printed.
#pragma once

#include <ostream>
#include <span>
#include <string>

#include "cli/exit_status.h"
#include "cli/front_end.h"
#include "core/user_error.h"

namespace mazurka::cli {

// Returns the exit status. `load` is given inside of a program that is itself the one under test;
// else native programs are built if need be, and started to run the command on themselves.
[[nodiscard]] int run(std::span<const std::string> arguments, std::ostream& out, std::ostream& err,
                      const Loader& load = {});

// "bank.mzk:12:8: error: …", the line with a caret, "  hint: …".
void print(const UserError& error, std::ostream& err);

}  // namespace mazurka::cli
