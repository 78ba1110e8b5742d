// The canonical order of the events of a trace.
//
// A trace has many executions, and which of them is explored depends on the algorithm and on the
// number of processes. Reports show the canonical one, so that they do not.
#pragma once

#include <optional>
#include <vector>

#include "core/execution.h"
#include "core/step.h"
#include "program/program.h"

namespace mazurka {

// Runs the program again, through the events of the execution. At each step, the task that ran last
// continues if the trace allows it, or else the first task (in the order of Registry::comes_before)
// that can make its next step. So the order depends on the trace only, and has few task switches.
// Returns none if that leads nowhere: with handlers, a message that starts too early may
// keep one from running that must come first. The order of happens-before alone does not tell.
[[nodiscard]] std::optional<std::vector<Choice>> canonical_order(const Execution& execution,
                                                                 Program& program);

}  // namespace mazurka
