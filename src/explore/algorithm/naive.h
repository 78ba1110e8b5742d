// Brute force: what every other algorithm is compared with.
#pragma once

#include <memory>

#include "explore/algorithm.h"

namespace mazurka {

[[nodiscard]] std::unique_ptr<Algorithm> make_naive(const AlgorithmOptions& options);

}  // namespace mazurka
