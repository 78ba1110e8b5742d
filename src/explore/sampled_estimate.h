// How many executions an exploration would take, judged by short explorations in random orders.
//
// Each begins with another order of the free choices, and so sees another part of the tree first;
// each gives an estimate of the whole (tree_estimate.h). How far these are apart is a measure of how
// little they know.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "explore/algorithm.h"
#include "program/program.h"

namespace mazurka {

struct SampledEstimate {
  bool is_exact = false;  // one of them came to its end
  double executions = 0;  // the median
  double low = 0;         // most of them, and by experience the truth, lie between these
  double high = 0;
  double least = 0;                // it cannot be fewer
  std::uint64_t explorations = 0;  // how many
  std::uint64_t seen = 0;          // executions in all of them
  double seconds = 0;
  bool found_errors = false;

  [[nodiscard]] double rate() const {
    return seconds > 0 ? static_cast<double>(seen) / seconds : 0;
  }
};

using AlgorithmForOrder = std::function<std::unique_ptr<Algorithm>(std::uint64_t seed)>;

[[nodiscard]] SampledEstimate estimate(Program& program, const AlgorithmForOrder& algorithm,
                                       double seconds, std::uint64_t max_steps,
                                       const std::atomic<bool>* interrupted);

}  // namespace mazurka
