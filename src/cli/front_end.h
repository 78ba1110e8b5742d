// Picks the front end for what the user wants checked, by the ending of the file.
//
// Native programs are not loaded here: they contain the checker, and are started to explore
// themselves (native_build/native_program.h).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "program/native/process/run_options.h"
#include "program/program.h"

namespace mazurka::cli {

// What the command line (or a schedule) says about the program.
struct ProgramToLoad {
  std::vector<std::string> files;
  std::vector<std::string> defines;    // -D, as given
  std::vector<std::string> arguments;  // of the program itself
  // -I, -std=, -O, --compiler= and so on, for C and C++ sources. Each is one word.
  std::vector<std::string> compiler_flags;
  native::RunOptions run;                        // of C and C++ programs
  std::vector<std::string> native_options = {};  // those that were given, by name: "--unroll"
};

struct LoadedProgram {
  std::unique_ptr<Program> program;
  std::string hash;
};

// Throws UserError.
[[nodiscard]] LoadedProgram load_program(const ProgramToLoad& wanted);

// How commands get their program: load_program(), or, in an executable that is itself the program
// under test, what hands out that one.
using Loader = std::function<LoadedProgram(const ProgramToLoad&)>;

}  // namespace mazurka::cli
