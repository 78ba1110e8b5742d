// An error with the execution that shows it, in words: what reports are made from.
//
// Reports do not know programs and executions; everything they show is put into words here, while
// the program still stands at the end of the execution.
#pragma once

#include <optional>
#include <span>

#include "check/finding.h"
#include "core/execution.h"
#include "core/pending.h"
#include "explore/summary.h"
#include "program/program.h"

namespace mazurka {

// Where an execution leaves the one before it: after `kept` common events, the other one went on
// with `displaced`.
struct Departure {
  Position kept = 0;
  EventId displaced;
};

// Program, hash, defines and arguments are left empty in the schedule: only the command line knows
// them.
[[nodiscard]] Counterexample make_counterexample(const Execution& execution, Program& program,
                                                 std::span<const Pending> pending, Finding finding,
                                                 std::optional<Departure> departure = {});
// The same of an execution that stops at the error.
[[nodiscard]] Counterexample make_short_counterexample(const Execution& execution, Program& program,
                                                       std::span<const Pending> pending,
                                                       Finding finding);

}  // namespace mazurka
