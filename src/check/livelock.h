// An execution that does not end.
#pragma once

#include <cstdint>

#include "check/finding.h"
#include "core/describer.h"
#include "core/execution.h"

namespace mazurka {

// Returns the finding for an execution with more events than --max-steps. It shows the loop: what
// the busiest task of the last events did over and over again, and where.
[[nodiscard]] Finding livelock_finding(const Execution& execution, const Describer& describer,
                                       std::uint64_t max_steps);

}  // namespace mazurka
