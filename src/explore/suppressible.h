// What suppressions look at: an error in the words of its report.
#pragma once

#include <span>
#include <vector>

#include "check/suppressions.h"
#include "explore/summary.h"
#include "program/program.h"

namespace mazurka {

// Returns what suppressions look at, for each error. Restarts the program and runs it, to find the
// functions. REQUIRES: the errors are of one execution, and described with caller locations, if the
// program has them.
[[nodiscard]] std::vector<SuppressibleError> suppressible(std::span<const Counterexample> errors,
                                                          Program& program);

}  // namespace mazurka
