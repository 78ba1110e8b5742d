// Does it matter that the events of a program run concurrently?
//
// Two methods find conflicts that stand against it: the exploration of all executions
// (robust/explored_robustness.h) and the sequential search (algorithm/sequential_robustness.h).
// Whether a conflict makes a difference is decided by states, for both in the same way.
#pragma once

#include <string>

#include "core/schedule.h"
#include "explore/explorer.h"
#include "explore/robust/robust_summary.h"
#include "program/program.h"

namespace mazurka {

struct RobustOptions {
  RobustMethod method = RobustMethod::explore;
  std::string main;        // name of the main handler; empty: the first one
  ExploreOptions explore;  // bounds, progress
};

// What one recorded execution shows: a cycle of events, or all inversions that it has, with a
// serial execution beside each. Whether a cycle is benign only all executions could tell: that is
// as recorded, unless a single-thread execution shows that it is.
// `file` is where the schedule came from. Throws UserError if the program cannot do what it says.
[[nodiscard]] RobustSummary replay_robustness(Program& program, const Schedule& schedule,
                                              const std::string& file);

// Throws UserError if there is no such handler, and for what the method does not know.
[[nodiscard]] RobustSummary check_robustness(Program& program, const RobustOptions& options);

}  // namespace mazurka
