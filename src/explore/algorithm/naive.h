// Brute force: what every other algorithm is compared with.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "explore/algorithm.h"

namespace mazurka {

struct NaiveOptions {
  bool handlers_as_locks = false;  // counts the traces of the thread algorithms instead of its own
  // Leaves out executions in which tasks are interrupted more often (preemption_bound.h).
  std::optional<std::uint32_t> preemptions = {};
};

[[nodiscard]] std::unique_ptr<Algorithm> make_naive(const AlgorithmFacts& facts,
                                                    const NaiveOptions& options);

}  // namespace mazurka
