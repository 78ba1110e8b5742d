// Describes an error and the execution that shows it, as text for reports.
//
// Reports have no access to programs and executions. So everything that they show is formatted
// here, while the program is still at the end of the execution.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "check/finding.h"
#include "core/execution.h"
#include "core/pending.h"
#include "explore/summary.h"
#include "program/program.h"

namespace mazurka {

// Where an execution departs from the previous one: after `kept` common events, the previous
// execution continued with `displaced`.
struct Departure {
  Position kept = 0;
  EventId displaced;
};

// Returns the counterexamples for the findings, in their order. The execution is described once for
// all of them. The schedules have no program name, hash, defines and arguments: the command line
// fills them in. REQUIRES: the program is at the end of the execution.
[[nodiscard]] std::vector<Counterexample> make_counterexamples(
    const Execution& execution, Program& program, std::span<const Pending> pending,
    std::vector<Finding> findings, const std::optional<Departure>& departure = {});
// Returns the counterexamples for an execution that stops at the errors, before its end. REQUIRES:
// the program is at the end of the execution.
[[nodiscard]] std::vector<Counterexample> make_short_counterexamples(
    const Execution& execution, Program& program, std::span<const Pending> pending,
    std::vector<Finding> findings);
[[nodiscard]] Counterexample make_short_counterexample(const Execution& execution, Program& program,
                                                       std::span<const Pending> pending,
                                                       Finding finding);
// Returns the counterexamples for an execution whose last event is only announced: making this step
// would kill the process. `last` is its operation, from which the report describes it, because what
// it reads or writes is not known. REQUIRES: the program stands before the last event.
[[nodiscard]] std::vector<Counterexample> make_counterexamples_before_last_step(
    const Execution& execution, Program& program, std::span<const Pending> pending,
    const Pending& last, std::vector<Finding> findings);

}  // namespace mazurka
