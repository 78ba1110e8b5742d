// Finds an equivalent order of an execution with as few task switches as possible.
#pragma once

#include <span>
#include <vector>

#include "core/execution.h"

namespace mazurka {

// Returns how often a choice is by another task than the one before.
[[nodiscard]] std::uint32_t count_switches(std::span<const Choice> choices);

// Returns the steps of `execution` in an order that agrees with its happens-before. This order has
// the fewest switches of all, unless the search space is too large; then a greedy search finds an
// order with few. REQUIRES: the execution treats handlers as locks, because otherwise not every
// order that agrees with happens-before can be run.
[[nodiscard]] std::vector<Choice> with_few_switches(const Execution& execution);

}  // namespace mazurka
