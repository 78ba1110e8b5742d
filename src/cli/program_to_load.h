// What the command line (or a schedule) says about the program under test.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/conflict.h"
#include "program/native/process/run_options.h"

namespace mazurka::cli {

struct ProgramToLoad {
  std::vector<std::string> files;
  std::vector<std::string> defines;    // -D, as given
  std::vector<std::string> arguments;  // of the program itself
  // -I, -std=, -O, --compiler= and so on, for C and C++ sources. Each is one word.
  std::vector<std::string> compiler_flags;
  bool every_operation = false;                // of a recorded trace is an event: --every-operation
  Conflicts conflicts = Conflicts::by_effect;  // which orders of events count: --relation
  std::uint32_t max_depth = 0;                 // of calls in a model; 0: the default
  std::uint32_t instances = 1;                 // of each event of a model
  std::string main;                            // the main handler of a model; empty: the first
  native::RunOptions run;                      // of C and C++ programs
  std::vector<std::string> native_options = {};  // those that were given, by name: "--unroll"
};

}  // namespace mazurka::cli
