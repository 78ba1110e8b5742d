// Optimal-DPOR: exactly one execution per Mazurkiewicz trace, none begun in vain.
#pragma once

#include <memory>

#include "explore/algorithm.h"

namespace mazurka {

[[nodiscard]] std::unique_ptr<Algorithm> make_optimal_dpor(const AlgorithmOptions& options);

}  // namespace mazurka
