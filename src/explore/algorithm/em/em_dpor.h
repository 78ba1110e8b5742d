// EM-DPOR: dependence-covering sets for threads with fifo queues.
#pragma once

#include <memory>

#include "explore/algorithm.h"

namespace mazurka {

[[nodiscard]] std::unique_ptr<Algorithm> make_em_dpor(const AlgorithmOptions& options);

}  // namespace mazurka
