// Random executions, for programs that are too large to explore.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "explore/algorithm.h"

namespace mazurka {

class RandomJobs;

enum class RandomStrategy : std::uint8_t { uniform, pct, pos };

struct RandomOptions {
  std::uint64_t executions = 0;  // how many to run; 0: explore with an algorithm instead
  RandomStrategy strategy = RandomStrategy::pos;
  std::uint64_t seed = 1;
  std::uint32_t depth = 3;  // pct: how many ordered steps an error may need
  // For one of several workers: which executions it runs, and what it does at the end of each
  // (frontier/random_jobs.h). Null: it runs all of them.
  RandomJobs* jobs = nullptr;
};

// REQUIRES: options.executions is not 0.
[[nodiscard]] std::unique_ptr<Algorithm> make_random(const RandomOptions& options);

[[nodiscard]] std::optional<RandomStrategy> strategy_named(std::string_view name);

}  // namespace mazurka
