// Plans what to run instead of a compiler: the user's command with the additions that checking
// needs.
//
// A program must be compiled with -fsanitize=thread and linked without it, because otherwise
// libtsan would be linked. So a command that does both becomes several steps, with objects in a
// temporary folder.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/native_build/compiler.h"

namespace mazurka::cli {

struct BuildPlan {
  // The commands, in the order in which they run, each with its program first.
  std::vector<std::vector<std::string>> steps;
  // Objects and libraries of the user that are linked. A warning lists those without
  // instrumentation.
  std::vector<std::string> linked;
  std::string map_file;            // the linker writes there what it linked; empty: it does not
  bool makes_program = false;      // the last step links a program with the runtime
  bool needs_temporary = false;    // objects go to the temporary folder
  std::vector<std::string> notes;  // for the user; only when linking, so that a build of many
                                   // files shows them once
};

struct BuildTools {
  Compiler c;
  Compiler cxx;
  RuntimeFiles files;
  std::string temporary;  // folder; need not exist before the steps are run
};

// Plans a call of `mazurka cc` or `mazurka c++`: `driver` is the one that was called.
[[nodiscard]] BuildPlan plan_compiler_call(std::span<const std::string> words, Language driver,
                                           const BuildTools& tools);

// Plans `mazurka check FILE…`: compiles C and C++ files, each with its own compiler, into
// `program`. Also writes a dependency file (.d) per source to the temporary folder.
[[nodiscard]] BuildPlan plan_program(std::span<const std::string> sources,
                                     std::span<const std::string> flags, const std::string& program,
                                     const BuildTools& tools);
// Returns the dependency file of the source at `index`.
[[nodiscard]] std::string dependency_file(const BuildTools& tools, std::size_t index);

}  // namespace mazurka::cli
