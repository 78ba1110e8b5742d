// The command: parses, runs, and is the one place where errors of users, and our own, are printed.
#pragma once

#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include "core/user_error.h"
#include "program/program.h"

namespace mazurka::cli {

// Returns the exit status.
[[nodiscard]] int run(std::span<const std::string> arguments, std::ostream& out, std::ostream& err);

// Inside of a checked program: runs `command`, the value of MAZURKA_COMMAND (the arguments, joined
// by newlines), on the program itself. `hash` is the value of MAZURKA_PROGRAM_HASH. Called by the
// runtime, which includes nothing from here and declares it by itself.
[[nodiscard]] int run_on_self(std::string_view command, std::unique_ptr<Program> self,
                              std::string hash, std::ostream& out, std::ostream& err);

// "bank.mzk:12:8: error: …", the line with a caret, "  hint: …".
void print(const UserError& error, std::ostream& err);

// As in cli-and-api.md and --help.
enum ExitStatus : int { safe = 0, error_found = 1, wrong_input = 2, incomplete = 3 };

}  // namespace mazurka::cli
