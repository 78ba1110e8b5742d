#include "explore/sampled_estimate.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

#include "core/trace_key.h"
#include "explore/algorithm/random.h"
#include "explore/explorer.h"

namespace mazurka {
namespace {

constexpr int explorations = 16;
constexpr std::uint64_t most_random = 10'000'000;  // some 500 MB of keys

// As more is explored, the estimate moves, mostly upwards, and it is right when all is explored.
// So it is followed: if it grew like n^a with the number n of executions over the last three
// doublings, it meets n where n = executions * (estimate / executions)^(1 / (1 - a)).
double extrapolated(const Summary& summary) {
  const double now = std::max(summary.estimate->executions, 1.0);
  const auto explored =
      static_cast<double>(std::max<std::uint64_t>(summary.maximal_executions(), 1));
  const auto& earlier = summary.earlier_estimates;
  if (earlier.size() < 5 || now <= explored) return now;
  const auto& [then_explored, then] = earlier[earlier.size() - 4];
  const double growth =
      std::log(now / std::max(then, 1.0)) / std::log(explored / static_cast<double>(then_explored));
  return explored * std::pow(now / explored, 1 / (1 - std::clamp(growth, -1.0, 0.5)));
}

class Sampling {
 public:
  Sampling(Program& program, const AlgorithmForOrder& algorithm, std::uint64_t max_steps,
           const std::atomic<bool>* interrupted)
      : program_(program), algorithm_(algorithm), interrupted_(interrupted) {
    options_.keep_going = true;
    options_.max_steps = max_steps;
    options_.interrupted = interrupted;
  }

  SampledEstimate run(SampleBudget budget) {
    budget.seconds /= 2;
    if (budget.executions > 0)
      budget.executions = std::max<std::uint64_t>(budget.executions / 2, 1);
    for (int i = 0; i < explorations; ++i) {
      if (i > 0 && is_late(budget)) break;
      explore_in_order(static_cast<std::uint64_t>(i), budget);
      if (result_.is_exact) return result_;
    }
    sample(budget);
    combine();
    return result_;
  }

 private:
  [[nodiscard]] bool is_interrupted() const {
    return interrupted_ != nullptr && interrupted_->load();
  }

  [[nodiscard]] bool is_late(const SampleBudget& budget) const {
    return (budget.seconds > 0 && result_.seconds >= budget.seconds) || is_interrupted();
  }

  void explore_in_order(std::uint64_t seed, const SampleBudget& budget) {
    options_.timeout_seconds = budget.seconds / explorations;
    options_.max_executions = (budget.executions + explorations - 1) / explorations;
    options_.estimates = true;
    const Summary summary = explore_anew(
        program_, [&] { return algorithm_(seed); }, options_);
    ++result_.explorations;
    result_.explored += summary.maximal_executions();
    result_.seconds += summary.seconds;
    result_.found_errors = result_.found_errors || !summary.errors.empty();
    const bool is_cut = summary.bound == Bound::timeout || summary.bound == Bound::executions ||
                        summary.bound == Bound::interrupt;
    if (!is_cut) {
      result_.is_exact = true;
      result_.executions = static_cast<double>(summary.maximal_executions());
      result_.low = result_.high = result_.least = result_.executions;
    } else if (summary.estimate) {
      result_.trees.push_back(std::max(summary.estimate->executions, 1.0));
      result_.extrapolated.push_back(extrapolated(summary));
      result_.least = std::max(result_.least, summary.estimate->least);
    }
  }

  void sample(const SampleBudget& budget) {
    std::unordered_map<TraceKey, std::uint64_t> seen;
    const auto algorithm = algorithm_(0);
    AlgorithmOptions random{.random = {.executions = most_random}};
    if (budget.executions > 0) random.random.executions = std::min(most_random, budget.executions);
    random.handlers_as_locks =
        algorithm->fit_for(program_).relation() == Relation::handlers_as_locks;
    ExploreOptions options = options_;
    options.timeout_seconds = budget.seconds;
    options.max_executions = 0;
    options.estimates = false;
    options.on_execution = [&](const Execution& execution, const Ending&) {
      ++seen[key_of(execution)];
    };
    const Summary summary = explore(program_, *make_random(random), options);
    result_.sampled = summary.maximal_executions();
    result_.distinct = seen.size();
    result_.least = std::max(result_.least, static_cast<double>(seen.size()));
    const auto with = [&](std::uint64_t times) {
      return static_cast<std::uint64_t>(
          std::ranges::count(seen, times, [](const auto& entry) { return entry.second; }));
    };
    result_.classes = estimate_classes(seen.size(), with(1), with(2));
  }

  // The trees as they are are too small as a rule, extrapolated they are too large: between them.
  void combine() {
    const Classes& classes = result_.classes;
    std::vector<double>& trees_ = result_.trees;
    std::vector<double>& extrapolated_ = result_.extrapolated;
    if (trees_.empty()) trees_ = extrapolated_ = {classes.number};
    const double middle = std::sqrt(quantile(trees_, 0.5) * quantile(extrapolated_, 0.5));
    result_.executions = std::max({middle, classes.number, result_.least});
    result_.low = std::max(std::min(quantile(trees_, 0.1), classes.low), result_.least);
    result_.high = std::max({quantile(extrapolated_, 0.9), classes.high, result_.executions});
  }

  [[nodiscard]] static double quantile(std::vector<double>& numbers, double part) {
    std::ranges::sort(numbers);
    return numbers[static_cast<std::size_t>(part * static_cast<double>(numbers.size() - 1))];
  }

  Program& program_;
  const AlgorithmForOrder& algorithm_;
  const std::atomic<bool>* interrupted_;
  ExploreOptions options_;
  SampledEstimate result_;
};

}  // namespace

SampledEstimate estimate(Program& program, const AlgorithmForOrder& algorithm, SampleBudget budget,
                         std::uint64_t max_steps, const std::atomic<bool>* interrupted) {
  return Sampling(program, algorithm, max_steps, interrupted).run(budget);
}

Classes estimate_classes(std::uint64_t distinct, std::uint64_t once, std::uint64_t twice) {
  const auto seen = static_cast<double>(distinct);
  const auto f1 = static_cast<double>(once);
  const auto f2 = static_cast<double>(std::max<std::uint64_t>(twice, 1));
  const double unseen = f1 * (f1 - 1) / (2 * (static_cast<double>(twice) + 1));
  if (unseen <= 0) return {seen, seen, seen};
  const double ratio = f1 / f2;
  const double variance =
      f2 * (ratio * ratio / 2 + ratio * ratio * ratio + ratio * ratio * ratio * ratio / 4);
  const double factor = std::exp(1.96 * std::sqrt(std::log1p(variance / (unseen * unseen))));
  return {seen + unseen, seen + unseen / factor, seen + unseen * factor};
}

}  // namespace mazurka
