// Checks robustness: whether concurrency of events changes what a program can do.
//
// Two methods find conflicts that contradict robustness: the exploration of all executions
// (robust/explored_robustness.h) and the sequential search (robust/sequential_robustness.h). For
// both, a comparison of outcomes decides whether such a conflict makes a difference.
#pragma once

#include <string>

#include "core/schedule.h"
#include "explore/explorer.h"
#include "explore/robust/explored_robustness.h"
#include "explore/robust/robust_summary.h"
#include "program/program.h"

namespace mazurka {

struct RobustOptions {
  RobustMethod method = RobustMethod::explore;
  std::string main;        // name of the main handler; empty: the first one
  ExploreOptions explore;  // bounds, progress
  // What several processes have explored, which is then judged instead of exploring; null: nothing.
  const KeptExecutions* kept = nullptr;
};

// Returns what one recorded execution shows: a cycle of events, or all its inversions, each with a
// serial execution to compare. Only an exploration of all executions can decide whether a cycle is
// benign, so the recorded verdict is kept unless a single-thread execution has the same outcome.
// `file` names the file of the schedule. Throws UserError if the program cannot follow it.
[[nodiscard]] RobustSummary replay_robustness(Program& program, const Schedule& schedule,
                                              const std::string& file);

// Throws UserError if there is no such handler, or if the method does not support the program.
[[nodiscard]] RobustSummary check_robustness(Program& program, const RobustOptions& options);

// Explores as one of several workers, and keeps what RobustOptions::kept needs. Throws UserError if
// there is no such handler.
[[nodiscard]] Summary explore_for_robustness(Program& program, Algorithm& algorithm,
                                             const RobustOptions& options,
                                             const KeepExecution& keep);

}  // namespace mazurka
