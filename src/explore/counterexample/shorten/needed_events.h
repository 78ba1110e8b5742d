// Which events of an execution an error needs.
#pragma once

#include <vector>

#include "check/finding.h"
#include "core/execution.h"

namespace mazurka {

// By position: does the event happen before the error? Of a failure, what the failing task did; of
// other errors, the events that show it.
[[nodiscard]] std::vector<bool> causal_past(const Execution& execution, const Finding& finding);

// The causal past of the error, and what else must happen so that it can be run: a handler starts
// no message before the previous one has ended, and some handlers start messages in the order of
// their posts. REQUIRES: happens-before is that of Relation::events.
[[nodiscard]] std::vector<bool> needed_events(const Execution& execution, const Finding& finding);

}  // namespace mazurka
