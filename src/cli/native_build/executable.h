// C and C++ programs: built, and started to explore themselves.
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

// C or C++ sources, or an executable (also one that cannot be checked).
[[nodiscard]] bool is_native(const ProgramToLoad& program);

struct NativeProgram {
  std::string file;
  std::string name;  // its argv[0]
  std::string hash;
  std::vector<std::string> arguments;
  std::unique_ptr<ScratchFolder> folder;  // of `file`, if it was built for this run
};

// REQUIRES: is_native(program). Errors of the compiler are shown as they are. Throws UserError.
[[nodiscard]] NativeProgram prepare(const ProgramToLoad& program, std::ostream& err);

// What its process must find in its environment to run this command of ours.
[[nodiscard]] Environment environment_of(const NativeProgram& program,
                                         std::span<const std::string> arguments);

// Runs the command on it: its exit status. `arguments` are those of the mazurka command. Throws
// UserError.
[[nodiscard]] int start(const NativeProgram& program, std::span<const std::string> arguments);

}  // namespace mazurka::cli
