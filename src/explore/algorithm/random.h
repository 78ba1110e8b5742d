// Random executions, for programs that are too large to explore.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "explore/algorithm.h"

namespace mazurka {

// REQUIRES: options.random.executions is not 0.
[[nodiscard]] std::unique_ptr<Algorithm> make_random(const AlgorithmOptions& options);

[[nodiscard]] std::optional<RandomStrategy> strategy_named(std::string_view name);

}  // namespace mazurka
