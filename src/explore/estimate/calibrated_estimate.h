// Estimates the total number of executions, with an interval.
//
// The tree estimate of an unfinished exploration (tree_estimate.h) is usually too low, because many
// branches near the root have not been found yet. Its error was measured on random programs whose
// number of executions is known, as a function of the part that seems to be explored.
// bench/estimate_table --fit prints the correction factors; bench/estimate_table prints how often
// the interval is right for other programs (docs/long-runs.md has the results).
#pragma once

#include "explore/summary.h"

namespace mazurka {

// The largest number of executions of a measured program. For larger programs the estimate may be
// far off, and is mostly too low.
inline constexpr double most_measured = 150'000;

struct Outlook {
  double executions = 0;  // the median: half of the measured cases had more, half had fewer
  double low = 0;         // 8 of 10 measured cases were between `low` and `high`
  double high = 0;
};

// Returns the outlook of one exploration that has run `explored` executions. The lower end is the
// certain minimum: late in an exploration, estimates are usually too high, and nothing
// distinguishes late from early.
[[nodiscard]] Outlook outlook_while_exploring(const Estimate& tree, double explored);

// Returns the outlook of several short explorations in different orders. `tree` holds the geometric
// mean of their estimates, and each of them has run `explored_by_each` executions.
[[nodiscard]] Outlook outlook_of_sample(const Estimate& tree, double explored_by_each);

}  // namespace mazurka
