// How many executions there will be in the end, with an interval.
//
// What an unfinished exploration says of its tree (tree_estimate.h) is too low as a rule: near the
// root much is not planned yet. How far it is off was measured, on random programs whose number of
// executions is known, by the part that seems to be explored: bench/estimate_table --fit prints the
// factors, bench/estimate_table tells how often the interval is right for other programs
// (docs/long-runs.md has the results).
#pragma once

#include "explore/summary.h"

namespace mazurka {

// The measured programs have up to so many executions. For larger ones the estimate may be far off;
// mostly it is too low.
inline constexpr double most_measured = 150'000;

struct Outlook {
  double executions = 0;  // in half of the measured cases there were more, in half fewer
  double low = 0;         // in 8 of 10 measured cases the number lay between these
  double high = 0;
};

// Of one exploration that has seen so many executions. The lower end is what is certain: estimates
// late in an exploration are too high as a rule, and nothing tells late from early.
[[nodiscard]] Outlook outlook_while_exploring(const Estimate& tree, double explored);

// Of several short explorations in different orders: `tree` has the geometric mean of what they
// say, and each has seen so many executions.
[[nodiscard]] Outlook outlook_of_sample(const Estimate& tree, double explored_by_each);

}  // namespace mazurka
