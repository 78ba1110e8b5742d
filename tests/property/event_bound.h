// How long the executions of a random program can become.
#pragma once

#include <cstdint>

#include "property/random_program.h"

namespace mazurka::property {

// At most how many events an execution has. (Each wait in a loop is taken to be woken once.)
[[nodiscard]] std::int64_t event_bound(const RandomProgram& program);

}  // namespace mazurka::property
