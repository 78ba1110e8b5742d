#include "explore/sampled_estimate.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "explore/explorer.h"

namespace mazurka {
namespace {

constexpr int most_explorations = 16;
// How much wider than the estimates themselves the interval is: what they share, all of them begin
// at the same root and none has seen much, does not show in their differences.
constexpr double safety = 2;

}  // namespace

SampledEstimate estimate(Program& program, const AlgorithmForOrder& algorithm, double seconds,
                         std::uint64_t max_steps, const std::atomic<bool>* interrupted) {
  SampledEstimate result;
  std::vector<double> estimates;
  for (int i = 0; i < most_explorations; ++i) {
    const bool is_interrupted = interrupted != nullptr && interrupted->load();
    if (i > 0 && (is_interrupted || result.seconds >= seconds)) break;
    ExploreOptions options;
    options.keep_going = true;
    options.timeout_seconds = seconds / most_explorations;
    options.max_steps = max_steps;
    options.interrupted = interrupted;
    options.estimates = true;
    const auto make = [&] { return algorithm(static_cast<std::uint64_t>(i)); };
    const Summary summary = explore_anew(program, make, options);
    ++result.explorations;
    result.seen += summary.maximal_executions();
    result.seconds += summary.seconds;
    result.found_errors = result.found_errors || !summary.errors.empty();
    if (summary.bound != Bound::timeout && summary.bound != Bound::interrupt) {
      result.is_exact = true;
      result.executions = result.low = result.high = result.least =
          static_cast<double>(summary.maximal_executions());
      return result;
    }
    if (!summary.estimate) continue;
    estimates.push_back(std::max(summary.estimate->executions, 1.0));
    result.least = std::max(result.least, summary.estimate->least);
  }
  if (estimates.empty()) return result;
  std::ranges::sort(estimates);
  const auto quantile = [&](double part) {
    return estimates[static_cast<std::size_t>(part * static_cast<double>(estimates.size() - 1))];
  };
  result.executions = std::max(quantile(0.5), result.least);
  result.low = std::max(quantile(0.1) / safety, result.least);
  result.high = std::max(quantile(0.9) * safety, result.executions);
  return result;
}

}  // namespace mazurka
