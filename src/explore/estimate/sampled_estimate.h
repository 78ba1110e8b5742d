// How many executions an exploration would take, judged by short explorations in random orders:
// each sees another part of the tree first and says how large it seems (tree_estimate.h). Their
// mean varies less than what one says that is as long as all of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "explore/algorithm.h"
#include "explore/estimate/calibrated_estimate.h"
#include "program/program.h"

namespace mazurka {

// How much may be run. 0: no bound of this kind.
struct SampleBudget {
  double seconds = 0;
  std::uint64_t executions = 0;
};

struct SampledEstimate {
  bool is_exact = false;           // an exploration came to its end
  Outlook outlook;                 // then all three are the same
  Estimate tree;                   // the geometric mean of what the explorations say
  std::uint64_t explorations = 0;  // how many
  std::uint64_t explored = 0;      // executions in them
  double seconds = 0;
  bool found_errors = false;

  // Executions per second of an exploration.
  [[nodiscard]] double rate() const {
    return seconds > 0 ? static_cast<double>(explored) / seconds : 0;
  }
};

// An algorithm with the free choices in this order.
using AlgorithmForOrder = std::function<std::unique_ptr<Algorithm>(std::uint64_t seed)>;

[[nodiscard]] SampledEstimate estimate(Program& program, const AlgorithmForOrder& algorithm,
                                       SampleBudget budget, std::uint64_t max_steps,
                                       const std::atomic<bool>* interrupted);

}  // namespace mazurka
