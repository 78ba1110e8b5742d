// Brute force: the reference that tests compare every other algorithm with.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "explore/algorithm.h"

namespace mazurka {

struct NaiveOptions {
  bool handlers_as_locks = false;  // count traces as the thread algorithms do: handlers are locks
  // Skip executions with more preemptions than this (preemption_bound.h).
  std::optional<std::uint32_t> preemptions = {};
};

[[nodiscard]] std::unique_ptr<Algorithm> make_naive(const AlgorithmFacts& facts,
                                                    const NaiveOptions& options);

}  // namespace mazurka
