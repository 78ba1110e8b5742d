// Finds the events of an execution that an error depends on.
#pragma once

#include <vector>

#include "check/finding.h"
#include "core/execution.h"

namespace mazurka {

// Returns, by position, whether the event is in the causal past of the error. For a failure of a
// task, this is the past of the task's last event before it; for other errors, the past of the
// events that show it.
[[nodiscard]] std::vector<bool> causal_past(const Execution& execution, const Finding& finding);

// Returns, by position, whether the event is in the causal past of the error or must happen so that
// this past can be run: a handler starts no message before the previous one has ended, and some
// handlers start messages in the order of their posts. REQUIRES: the execution's relation is
// Relation::events.
[[nodiscard]] std::vector<bool> needed_events(const Execution& execution, const Finding& finding);

}  // namespace mazurka
