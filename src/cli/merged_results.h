// Puts together what the workers of one exploration have found and noticed.
#pragma once

#include <vector>

#include "cli/child/workers.h"
#include "explore/summary.h"

namespace mazurka::cli {

// Returns the errors of all workers, each distinct one once, with the smallest schedule that shows
// it: the shortest, and of several, the first in alphabetical order. They are sorted in the same
// way, so the order does not depend on which worker was faster.
[[nodiscard]] std::vector<Counterexample> merged_errors(const std::vector<ChildResult>& children);

// Returns the summary of the whole exploration, without its errors.
[[nodiscard]] Summary merged_summary(const WorkersResult& result);

}  // namespace mazurka::cli
