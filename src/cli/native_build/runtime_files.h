// Finds what Mazurka links into checked programs.
#pragma once

#include "cli/native_build/compiler.h"

namespace mazurka::cli {

// Seen from the running program: beside it (in a build folder), or in ../lib (installed).
// The environment variable MAZURKA_RUNTIME names another folder. The runtime need not be there: see
// require_runtime. Throws UserError.
[[nodiscard]] RuntimeFiles find_runtime_files();
// The same for a program in the folder `own`; `wanted` as in MAZURKA_RUNTIME, or empty.
[[nodiscard]] RuntimeFiles find_runtime_files(const std::string& own, const std::string& wanted);

// Throws UserError if nothing can be linked with it.
void require_runtime(const RuntimeFiles& files);

}  // namespace mazurka::cli
