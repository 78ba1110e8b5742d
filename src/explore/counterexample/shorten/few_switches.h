// An equivalent order of an execution that changes from task to task as rarely as possible.
#pragma once

#include <span>
#include <vector>

#include "core/execution.h"

namespace mazurka {

// How often another task goes on.
[[nodiscard]] std::uint32_t count_switches(std::span<const Choice> choices);

// The steps of `execution` in an order that agrees with its happens-before. Of all these it has the
// fewest switches, unless there are too many to look at; then it has few. REQUIRES: the execution
// has handlers as locks, else not every such order can be run.
[[nodiscard]] std::vector<Choice> with_few_switches(const Execution& execution);

}  // namespace mazurka
