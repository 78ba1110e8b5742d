// An upper bound on the length of the executions of a random program.
#pragma once

#include <cstdint>

#include "property/random_program.h"

namespace mazurka::property {

// Returns an upper bound on the number of events of an execution, assuming that each
// wait in a loop is woken once.
[[nodiscard]] std::int64_t event_bound(const RandomProgram& program);

}  // namespace mazurka::property
