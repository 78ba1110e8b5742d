// Source-DPOR: every trace at least once, with source sets instead of persistent sets.
#pragma once

#include <memory>

#include "explore/algorithm.h"

namespace mazurka {

[[nodiscard]] std::unique_ptr<Algorithm> make_source_dpor(const AlgorithmOptions& options);

}  // namespace mazurka
