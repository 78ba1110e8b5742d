// How many executions an exploration would take, judged by a sample.
//
// Two ways, since each has a blind spot:
// - Short explorations in random orders. Each sees another part of the tree first and gives an
//   estimate of the whole (tree_estimate.h); how far these are apart says how little they know.
//   What none of them has planned yet is missing.
// - Random executions (algorithm/random.h, pos), and how often the same trace comes twice: the
//   fewer do, the more there are. A. Chao, Nonparametric estimation of the number of classes in a
//   population, 1984: a lower bound, as far as a sample goes, which is exact if all are equally
//   likely. Traces that are rarer than others are missing.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "explore/algorithm.h"
#include "program/program.h"

namespace mazurka {

// The estimate of Chao (1984, bias-corrected) and its interval (1987, 95%), for a sample with so
// many different kinds, so many of which came once and so many twice.
struct Classes {
  double number = 0;
  double low = 0;
  double high = 0;
};
[[nodiscard]] Classes estimate_classes(std::uint64_t distinct, std::uint64_t once,
                                       std::uint64_t twice);

// How much may be run; half of it for each way. 0: no bound of this kind.
struct SampleBudget {
  double seconds = 0;
  std::uint64_t executions = 0;
};

struct SampledEstimate {
  bool is_exact = false;  // an exploration came to its end
  double executions = 0;
  double low = 0;  // both ways, with their uncertainties, lie between these
  double high = 0;
  double least = 0;                // it cannot be fewer
  std::uint64_t explorations = 0;  // how many short ones
  std::uint64_t explored = 0;      // executions in them
  std::uint64_t sampled = 0;       // random executions
  std::uint64_t distinct = 0;      // traces among them
  double seconds = 0;              // of the explorations
  bool found_errors = false;
  // What it is made of: what each exploration said, as it is and extrapolated, and the traces.
  std::vector<double> trees;
  std::vector<double> extrapolated;
  Classes classes;

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
