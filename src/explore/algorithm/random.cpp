// Random executions: a sample, which proves nothing but may find an error.
//   uniform  Each step is chosen among the enabled ones with equal probability.
//   pct      S. Burckhardt, P. Kothari, M. Musuvathi, S. Nagarakatte: A randomized scheduler with
//            probabilistic guarantees of finding bugs, ASPLOS 2010. Each task has a random
//            priority, and the enabled task of highest priority runs. At depth - 1 random steps,
//            the task that would run gets a priority below all others. An error that needs `depth`
//            ordered steps is found in a run with probability at least 1 / (n k^(depth - 1)), for n
//            tasks and k steps.
//   pos      X. Yuan, J. Yang, R. Gu: Partial order aware concurrency sampling, CAV 2018, the basic
//            algorithm. Each pending step has a random priority, and the enabled step of highest
//            priority runs; the steps that conflict with it then get new priorities. So orders of
//            conflicting steps are sampled, not orders of all steps.
//   Differs  pct: k is the length of the longest execution so far, so the first execution has no
//            change points. Alternatives of one task (choose, signal) are equally likely.
//
// Two executions may be equal. The executions depend only on the seed and the program.
#include "explore/algorithm/random.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/hash.h"
#include "core/invariant.h"
#include "core/registry.h"

namespace mazurka {
namespace {

struct Named {
  RandomStrategy strategy;
  std::string_view name;
  std::string_view algorithm;
};
constexpr std::array<Named, 3> strategies = {{
    {RandomStrategy::uniform, "uniform", "random: uniform"},
    {RandomStrategy::pct, "pct", "random: pct"},
    {RandomStrategy::pos, "pos", "random: pos"},
}};

std::string_view shown_name(RandomStrategy strategy) {
  for (const Named& each : strategies)
    if (each.strategy == strategy) return each.algorithm;
  return {};
}

class Random : public Algorithm {
 public:
  explicit Random(const RandomOptions& options)
      : Algorithm({.name = shown_name(options.strategy), .relation = Relation::events}),
        options_(options),
        state_(options.seed) {}

  [[nodiscard]] AlgorithmResult result() const override { return {.bound = Bound::sample}; }

  void begin(Program& program, Execution& execution) override {
    program_ = &program;
    execution_ = &execution;
    begin_run();
  }

  [[nodiscard]] std::optional<Choice> pick(std::span<const Choice> enabled) override {
    if (options_.strategy == RandomStrategy::uniform) return enabled[below(enabled.size())];
    Choice best = highest(enabled);
    if (options_.strategy == RandomStrategy::pct && is_change(execution_->size())) {
      priority_of(best.task) = --lowest_;
      best = highest(enabled);
    }
    return alternative(best.task, enabled);
  }

  void executed() override {
    if (options_.strategy != RandomStrategy::pos) return;
    const Event& event = (*execution_)[execution_->size() - 1];
    priority_of(event.task) = fresh();
    pending_.clear();
    program_->pending(pending_);
    for (const Pending& pending : pending_)
      if (pending.task != event.task && conflict(execution_->registry(), execution_->conflicts(),
                                                 event.accesses, pending.accesses))
        priority_of(pending.task) = fresh();
  }

  void finished(bool /*maximal*/, std::span<const Pending> /*pending*/) override {
    longest_ = std::max(longest_, execution_->size());
  }

  [[nodiscard]] std::optional<Position> backtrack() override {
    if (++runs_ == options_.executions) return std::nullopt;
    begin_run();
    return 0;
  }

 private:
  // Resets the priorities and draws the change points of the next run. Change points give
  // priorities below 2^16, and fresh() gives priorities of at least 2^20, so a task that is created
  // later ranks above every task that was lowered.
  void begin_run() {
    priorities_.clear();
    lowest_ = 1u << 16;
    changes_.clear();
    if (options_.strategy != RandomStrategy::pct || longest_ == 0) return;
    for (std::uint32_t i = 1; i < options_.depth; ++i)
      changes_.push_back(static_cast<Position>(below(longest_)));
  }

  [[nodiscard]] std::uint64_t next() { return spread(state_++ * 0x9e3779b97f4a7c15u); }
  // The remainder is biased by less than 2^-40 for all numbers that occur here.
  [[nodiscard]] std::size_t below(std::size_t count) {
    return static_cast<std::size_t>(next() % count);
  }
  [[nodiscard]] std::uint64_t fresh() { return next() | (1u << 20); }

  // Returns the priority of the task, and draws one if the task has none yet (0).
  [[nodiscard]] std::uint64_t& priority_of(TaskId task) {
    if (task.value >= priorities_.size()) priorities_.resize(task.value + 1);
    std::uint64_t& priority = priorities_[task.value];
    if (priority == 0) priority = fresh();
    return priority;
  }

  [[nodiscard]] Choice highest(std::span<const Choice> enabled) {
    Choice best = enabled.front();
    for (const Choice& choice : enabled)
      if (priority_of(choice.task) > priority_of(best.task)) best = choice;
    return best;
  }

  // Returns a random one of the task's enabled choices.
  [[nodiscard]] Choice alternative(TaskId task, std::span<const Choice> enabled) {
    const auto is_of_task = [&](const Choice& choice) { return choice.task == task; };
    const auto count = std::ranges::count_if(enabled, is_of_task);
    std::size_t wanted = count == 1 ? 0 : below(static_cast<std::size_t>(count));
    for (const Choice& choice : enabled)
      if (is_of_task(choice) && wanted-- == 0) return choice;
    MAZURKA_INVARIANT(false, "the task has an alternative");
    return enabled.front();
  }

  [[nodiscard]] bool is_change(Position position) const {
    return std::ranges::find(changes_, position) != changes_.end();
  }

  RandomOptions options_;
  std::uint64_t state_;
  Program* program_ = nullptr;
  Execution* execution_ = nullptr;
  std::uint64_t runs_ = 0;
  Position longest_ = 0;
  std::vector<std::uint64_t> priorities_;  // by task; the highest runs
  std::uint64_t lowest_ = 0;               // the lowest priority that a change point gave
  std::vector<Position> changes_;
  std::vector<Pending> pending_;
};

}  // namespace

std::unique_ptr<Algorithm> make_random(const RandomOptions& options) {
  return std::make_unique<Random>(options);
}

std::optional<RandomStrategy> strategy_named(std::string_view name) {
  for (const Named& each : strategies)
    if (each.name == name) return each.strategy;
  return std::nullopt;
}

}  // namespace mazurka
