// Finds the files that Mazurka links into checked programs.
#pragma once

#include "cli/native_build/compiler.h"

namespace mazurka::cli {

// Finds the files relative to the running program: beside it (in a build folder), or in ../lib
// (installed). The environment variable MAZURKA_RUNTIME names another folder. The runtime may be
// missing: see require_runtime. Throws UserError.
[[nodiscard]] RuntimeFiles find_runtime_files();
// Finds the files relative to the folder `own`. `wanted` is the value of MAZURKA_RUNTIME, or empty.
[[nodiscard]] RuntimeFiles find_runtime_files(const std::string& own, const std::string& wanted);

// Throws UserError if the runtime is missing.
void require_runtime(const RuntimeFiles& files);

}  // namespace mazurka::cli
