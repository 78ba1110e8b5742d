// What suppressions look at: an error in the words of its report.
#pragma once

#include "check/suppressions.h"
#include "explore/summary.h"
#include "program/program.h"

namespace mazurka {

// REQUIRES: the error is described with caller locations, if the program has them. Restarts the
// program and runs it, to find the functions.
[[nodiscard]] SuppressibleError suppressible(const Counterexample& error, Program& program);

}  // namespace mazurka
