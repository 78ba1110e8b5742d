// Builds C and C++ programs, and starts them to explore themselves.
//
// A checked program contains the checker. Started with the environment variable MAZURKA_COMMAND,
// the arguments of the mazurka command joined by newlines, it does what they say on itself and
// exits with the status of that command. MAZURKA_PROGRAM_HASH identifies it in schedules.
#pragma once

#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "cli/native_build/process.h"
#include "cli/program_to_load.h"

namespace mazurka::cli {

// Returns whether the program is C or C++ sources or an executable, even one that cannot be
// checked.
[[nodiscard]] bool is_native(const ProgramToLoad& program);

struct NativeProgram {
  std::string file;
  std::string name;  // its argv[0]
  std::string hash;
  std::vector<std::string> arguments;
  std::unique_ptr<ScratchFolder> folder;  // of `file`, if it was built for this run
};

// Builds the program if necessary. REQUIRES: is_native(program). Shows the errors of the compiler.
// Throws UserError.
[[nodiscard]] NativeProgram prepare(const ProgramToLoad& program, std::ostream& err);

// Returns the environment variables that make its process run this command.
[[nodiscard]] Environment environment_of(const NativeProgram& program,
                                         std::span<const std::string> arguments);

// Runs the command in the process of the program, and returns the exit status. `arguments` are
// those of the mazurka command. Throws UserError.
[[nodiscard]] int start(const NativeProgram& program, std::span<const std::string> arguments);

}  // namespace mazurka::cli
