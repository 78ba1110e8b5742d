// Describes an error and the execution that shows it, as text for reports.
//
// Reports have no access to programs and executions. So everything that they show is formatted
// here, while the program is still at the end of the execution.
#pragma once

#include <optional>
#include <span>

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

// Returns the counterexample for the finding. Its schedule has no program name, hash, defines and
// arguments: the command line fills them in. REQUIRES: the program is at the end of the execution.
[[nodiscard]] Counterexample make_counterexample(const Execution& execution, Program& program,
                                                 std::span<const Pending> pending, Finding finding,
                                                 std::optional<Departure> departure = {});
// Returns the counterexample for an execution that stops at the error, before its end. REQUIRES:
// the program is at the end of the execution.
[[nodiscard]] Counterexample make_short_counterexample(const Execution& execution, Program& program,
                                                       std::span<const Pending> pending,
                                                       Finding finding);

}  // namespace mazurka
