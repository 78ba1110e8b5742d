// mazurka cc, mazurka c++: compilers for checked programs.
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

// With the compilers that the user wants: --compiler= (`wanted`), else MAZURKA_CC and MAZURKA_CXX.
// `temporary` is the folder for objects.
[[nodiscard]] BuildTools build_tools(const std::string& wanted, const std::string& temporary);

// Takes --compiler=NAME out of the words; the last one counts. Empty if there is none.
[[nodiscard]] std::string take_compiler(std::vector<std::string>& words);

// Runs the steps until one fails; its exit status, else 0. Prints the notes first, and before the
// last step what the checker will not see. Sets `was_interrupted` if Ctrl-C came.
[[nodiscard]] int run_build(const BuildPlan& plan, bool& was_interrupted, std::ostream& err);

}  // namespace mazurka::cli
