// An execution that goes on and on: more events than --max-steps.
#pragma once

#include <cstdint>

#include "check/finding.h"
#include "core/describer.h"
#include "core/execution.h"

namespace mazurka {

// Shows the loop: what the tasks of the last events did over and over again, and where.
[[nodiscard]] Finding livelock_finding(const Execution& execution, const Describer& describer,
                                       std::uint64_t max_steps);

}  // namespace mazurka
