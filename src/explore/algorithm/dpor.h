// DPOR of Flanagan and Godefroid, with sleep sets: every trace at least once.
#pragma once

#include <memory>

#include "explore/algorithm.h"

namespace mazurka {

[[nodiscard]] std::unique_ptr<Algorithm> make_dpor(const AlgorithmOptions& options);

}  // namespace mazurka
