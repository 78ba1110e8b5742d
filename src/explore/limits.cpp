#include "explore/limits.h"

namespace mazurka {

void Limits::check() {
  const ExploreOptions& options = state_.options;
  Summary& summary = state_.summary;
  if (options.interrupted != nullptr && options.interrupted->load(std::memory_order_relaxed))
    summary.bound = Bound::interrupt;
  if (options.max_executions != 0 && summary.maximal_executions() >= options.max_executions)
    summary.bound = Bound::executions;
  // Reading the clock costs time, so it is not read after every short run.
  if (++checks_ % 64 != 0 && state_.execution.size() < often) return;
  const double seconds = elapsed();
  if (options.timeout_seconds > 0 && seconds >= options.timeout_seconds)
    summary.bound = Bound::timeout;
  if (options.progress) report_progress(seconds);
}

void Limits::report_progress(double seconds) {
  constexpr double how_often = 0.2;
  if (seconds - last_progress_ < how_often) return;
  last_progress_ = seconds;
  state_.summary.seconds = seconds + earlier_seconds_;
  if (state_.options.estimates) estimate();
  state_.options.progress(state_.summary);
}

void Limits::backtracked(Position kept) {
  const std::uint64_t executions = state_.summary.maximal_executions();
  tree_.backtracked(kept, state_.execution.size(), executions);
  if (executions < next_estimate_) return;
  next_estimate_ = 2 * executions;
  state_.summary.earlier_estimates.emplace_back(executions, estimate_now().executions);
}

void Limits::estimate() { state_.summary.estimate = estimate_now(); }

Estimate Limits::estimate_now() const {
  return tree_.now(state_.algorithm.estimable(), state_.summary.maximal_executions());
}

}  // namespace mazurka
