// Properties read executions and never steer them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "check/finding.h"
#include "core/describer.h"
#include "core/ending.h"
#include "core/execution.h"
#include "core/pending.h"

namespace mazurka {

// A maximal execution, with what the program says about its end.
struct FinishedExecution {
  const Execution& execution;
  const Describer& describer;
  const Ending& ending;
  const std::vector<Pending>& pending;  // what is left
};

// Appends what is wrong with this execution: all checks, one after the other.
void check_execution(const FinishedExecution& finished, std::vector<Finding>& findings);

// What the tasks of an execution are called, by TaskId; "" for those that do not exist. Where a
// program gives two of them one name, the later ones (by creation) get a number: "worker #2".
[[nodiscard]] std::vector<std::string> distinct_task_names(const Execution& execution,
                                                           const Describer& describer,
                                                           std::span<const Pending> pending);

// An execution that goes on and on: more events than --max-steps. Shows the loop: what the busiest
// task of the last events did over and over again, and where.
[[nodiscard]] Finding livelock_finding(const Execution& execution, const Describer& describer,
                                       std::uint64_t max_steps);

}  // namespace mazurka
