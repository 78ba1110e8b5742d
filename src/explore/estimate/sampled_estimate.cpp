#include "explore/estimate/sampled_estimate.h"

#include <algorithm>
#include <cmath>

#include "explore/explorer.h"

namespace mazurka {
namespace {

constexpr std::uint64_t orders = 4;  // the factors in calibrated_estimate.cpp hold for this number

class Sampling {
 public:
  Sampling(Program& program, const AlgorithmForOrder& algorithm, std::uint64_t max_steps,
           const std::atomic<bool>* interrupted, const ConflictTable& conflicts)
      : program_(program), algorithm_(algorithm) {
    options_.keep_going = true;
    options_.max_steps = max_steps;
    options_.interrupted = interrupted;
    options_.conflicts = conflicts;
    options_.estimates = true;
  }

  SampledEstimate run(SampleBudget budget) {
    options_.timeout_seconds = budget.seconds / orders;
    options_.max_executions = (budget.executions + orders - 1) / orders;
    for (std::uint64_t seed = 0; seed < orders && !is_over_; ++seed) explore_in_order(seed);
    if (result_.is_exact) return result_;
    const auto count = static_cast<double>(std::max<std::uint64_t>(result_.explorations, 1));
    result_.tree.executions = std::exp(sum_of_logs_ / count);
    result_.outlook =
        outlook_of_sample(result_.tree, static_cast<double>(result_.explored) / count);
    return result_;
  }

 private:
  void explore_in_order(std::uint64_t seed) {
    const Summary summary = explore_anew(
        program_, [&] { return algorithm_(seed); }, options_);
    const auto executions = static_cast<double>(summary.maximal_executions());
    ++result_.explorations;
    result_.explored += summary.maximal_executions();
    result_.seconds += summary.seconds;
    result_.found_errors = result_.found_errors || !summary.errors.empty();
    is_over_ = summary.bound == Bound::interrupt;
    if (!is_over_ && summary.bound != Bound::timeout && summary.bound != Bound::executions) {
      is_over_ = result_.is_exact = true;
      result_.outlook = {executions, executions, executions};
      result_.tree = {executions, executions};
      return;
    }
    const Estimate tree = summary.estimate.value_or(Estimate{executions, executions});
    sum_of_logs_ += std::log(std::max(tree.executions, 1.0));
    result_.tree.least = std::max(result_.tree.least, tree.least);
  }

  Program& program_;
  const AlgorithmForOrder& algorithm_;
  ExploreOptions options_;
  SampledEstimate result_;
  double sum_of_logs_ = 0;
  bool is_over_ = false;
};

}  // namespace

SampledEstimate estimate(Program& program, const AlgorithmForOrder& algorithm, SampleBudget budget,
                         std::uint64_t max_steps, const std::atomic<bool>* interrupted,
                         const ConflictTable& conflicts) {
  return Sampling(program, algorithm, max_steps, interrupted, conflicts).run(budget);
}

}  // namespace mazurka
