// mazurka cc, mazurka c++: drop-in compilers for programs to check.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "cli/native_build/build_plan.h"

namespace mazurka::cli {

struct CompilerCommand {
  Language language = Language::c;
  std::vector<std::string> arguments;
};

// Returns the exit status of the compiler, or becomes the compiler. Throws UserError.
[[nodiscard]] int run_compiler(const CompilerCommand& command, std::ostream& err);

// Returns the tools with the compilers that --compiler= (`wanted`) names, or otherwise MAZURKA_CC
// and MAZURKA_CXX. `temporary` is the folder for objects.
[[nodiscard]] BuildTools build_tools(const std::string& wanted, const std::string& temporary);

// Removes --compiler=NAME from the words and returns the last NAME, or nothing.
[[nodiscard]] std::string take_compiler(std::vector<std::string>& words);

// Runs the steps until one fails, and returns its exit status, or 0. Prints the notes first and,
// before the last step, what the checker will not see. Sets `was_interrupted` on Ctrl-C.
[[nodiscard]] int run_build(const BuildPlan& plan, bool& was_interrupted, std::ostream& err);

}  // namespace mazurka::cli
