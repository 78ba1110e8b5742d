// Event-DPOR: exactly one execution per trace of threads and of messages on handlers.
#pragma once

#include <memory>

#include "explore/algorithm.h"

namespace mazurka {

[[nodiscard]] std::unique_ptr<Algorithm> make_event_dpor(const AlgorithmOptions& options);

}  // namespace mazurka
