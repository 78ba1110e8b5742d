// Picks the front end for what the user wants checked, by the ending of the file.
//
// Native programs are not loaded here: they contain the checker, and are started to explore
// themselves (native_build/executable.h).
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "cli/program_to_load.h"
#include "core/not_covered.h"
#include "core/program_identity.h"
#include "program/model/model.h"
#include "program/program.h"

namespace mazurka::cli {

struct LoadedProgram {
  std::unique_ptr<Program> program;
  std::string hash;
  // Returns what identifies the program in other processes. The input of a native program is part
  // of it if `with_input` says so; none: if the program has read it so far.
  std::function<ProgramIdentity(std::optional<bool> with_input)> identity = {};
  // Makes the runtime of a native program set the flag when it ends the process because it cannot
  // continue; empty for other programs.
  std::function<void(std::atomic<bool>&)> let_give_up_in = {};
  // Parts of a native program that were linked without instrumentation.
  std::vector<NotCovered> not_covered = {};
  // Warnings about a native program, which its runtime prints; both empty for other programs.
  std::function<void(std::function<void(const std::string&)>)> on_warning = {};  // for each new one
  std::function<void(const std::string&)> know_warning = {};  // another process has printed it
  // Makes a native program look up no more locations, which may take long, when the flag is set.
  std::function<void(const std::atomic<bool>&)> stop_lookups_when = {};
};

// Parses NAME=VALUE or NAME of -D. Throws UserError.
[[nodiscard]] model::Define define_of(const std::string& text);

// Throws UserError.
[[nodiscard]] LoadedProgram load_program(const ProgramToLoad& wanted);

// How commands get their program: load_program(), or, in an executable that is itself the program
// under test, what hands out that one.
using Loader = std::function<LoadedProgram(const ProgramToLoad&)>;

}  // namespace mazurka::cli
