// Estimates how many executions an exploration would need, from short explorations in random
// orders. Each visits another part of the search tree first and estimates the size of the tree
// (tree_estimate.h). The mean of their estimates varies less than the estimate of one exploration
// that runs as long as all of them together.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "explore/algorithm.h"
#include "explore/estimate/calibrated_estimate.h"
#include "program/program.h"

namespace mazurka {

// Bounds of all explorations together. 0: no bound of this kind.
struct SampleBudget {
  double seconds = 0;
  std::uint64_t executions = 0;
};

struct SampledEstimate {
  bool is_exact = false;           // an exploration was completed
  Outlook outlook;                 // if is_exact, all three numbers are equal
  Estimate tree;                   // the geometric mean of the explorations' estimates
  std::uint64_t explorations = 0;  // how many were run
  std::uint64_t explored = 0;      // executions in all of them
  double seconds = 0;
  bool found_errors = false;

  // Returns how many executions an exploration runs per second.
  [[nodiscard]] double rate() const {
    return seconds > 0 ? static_cast<double>(explored) / seconds : 0;
  }
};

// Makes an algorithm that takes free choices in the order of this seed.
using AlgorithmForOrder = std::function<std::unique_ptr<Algorithm>(std::uint64_t seed)>;

[[nodiscard]] SampledEstimate estimate(Program& program, const AlgorithmForOrder& algorithm,
                                       SampleBudget budget, std::uint64_t max_steps,
                                       const std::atomic<bool>* interrupted,
                                       const ConflictTable& conflicts = {});

}  // namespace mazurka
