// What to run instead of a compiler: the user's command, with what checking needs.
//
// A program must be compiled with -fsanitize=thread and linked without it (libtsan would come in).
// So a command that does both becomes several steps, with objects in a temporary folder.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/native_build/compiler.h"

namespace mazurka::cli {

struct BuildPlan {
  // The commands, one after the other, each with its program first.
  std::vector<std::vector<std::string>> steps;
  // Objects and libraries of the user that are linked. Those without instrumentation are worth a
  // word: what they do is not seen.
  std::vector<std::string> linked;
  bool makes_program = false;      // the last step links a program with the runtime
  bool needs_temporary = false;    // objects go to the temporary folder
  std::vector<std::string> notes;  // for the user; only where something is linked, so that a build
                                   // of many files says them once
};

struct BuildTools {
  Compiler c;
  Compiler cxx;
  RuntimeFiles files;
  std::string temporary;  // folder; need not exist before the steps are run
};

// For `mazurka cc` and `mazurka c++`: `driver` is the one that was called.
[[nodiscard]] BuildPlan plan_compiler_call(std::span<const std::string> words, Language driver,
                                           const BuildTools& tools);

// For `mazurka check FILE…`: C and C++ files, each by its own compiler, into `program`. Also leaves
// a dependency file (.d) per source in the temporary folder.
[[nodiscard]] BuildPlan plan_program(std::span<const std::string> sources,
                                     std::span<const std::string> flags, const std::string& program,
                                     const BuildTools& tools);
// Where plan_program has the compiler write what the source at `index` includes.
[[nodiscard]] std::string dependency_file(const BuildTools& tools, std::size_t index);

}  // namespace mazurka::cli
