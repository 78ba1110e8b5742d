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
//   Differs  pct: k is the length of execution 0, which has no change points. Alternatives of one
//            task (choose, signal) are equally likely.
//
// Two executions may be equal. An execution depends only on the program, the seed and its number,
// and with pct on the length of execution 0. So several processes together run the same executions
// as one (frontier/random_jobs.h). Ids of tasks differ between processes; the order in which an
// execution creates its tasks does not.
#include "explore/algorithm/random.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "core/invariant.h"
#include "core/registry.h"
#include "explore/frontier/random_jobs.h"

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
        options_(options) {}

  [[nodiscard]] AlgorithmResult result() const override { return {.bound = Bound::sample}; }

  void begin(Program& program, Execution& execution) override {
    program_ = &program;
    execution_ = &execution;
    if (options_.jobs != nullptr) number_ = options_.jobs->next().value_or(0);
    begin_run();
  }

  [[nodiscard]] std::optional<Choice> pick(std::span<const Choice> sorted_by_id) override {
    enabled_.assign(sorted_by_id.begin(), sorted_by_id.end());
    std::ranges::stable_sort(enabled_, {}, [&](const Choice& choice) {
      return std::pair(age_of(choice.task), age_of(woken_task(choice.value)));
    });
    const std::span<const Choice> enabled = enabled_;
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
    std::ranges::stable_sort(pending_, {},
                             [&](const Pending& pending) { return age_of(pending.task); });
    for (const Pending& pending : pending_)
      if (pending.task != event.task && conflict(execution_->registry(), execution_->conflicts(),
                                                 event.accesses, pending.accesses))
        priority_of(pending.task) = fresh();
  }

  void finished(bool /*maximal*/, std::span<const Pending> /*pending*/) override {
    if (number_ == 0) length_ = execution_->size();
    if (options_.jobs != nullptr) options_.jobs->ended(execution_->size());
  }

  [[nodiscard]] std::optional<Position> backtrack() override {
    const std::optional<std::uint64_t> number = next_number();
    if (!number) return std::nullopt;
    number_ = *number;
    begin_run();
    return 0;
  }

 private:
  [[nodiscard]] std::optional<std::uint64_t> next_number() const {
    if (options_.jobs != nullptr) return options_.jobs->next();
    if (number_ + 1 == options_.executions) return std::nullopt;
    return number_ + 1;
  }

  // Resets the priorities and draws the change points of the next run. Change points give
  // priorities below 2^16, and fresh() gives priorities of at least 2^20, so a task that is created
  // later ranks above every task that was lowered.
  void begin_run() {
    priorities_.clear();
    lowest_ = 1u << 16;
    changes_.clear();
    state_ = number_ == 0 ? options_.seed : mix(options_.seed, number_);
    const Position length = options_.jobs != nullptr ? options_.jobs->length() : length_;
    if (options_.strategy != RandomStrategy::pct || number_ == 0 || length == 0) return;
    for (std::uint32_t i = 1; i < options_.depth; ++i)
      changes_.push_back(static_cast<Position>(below(length)));
  }

  [[nodiscard]] std::uint64_t next() { return spread(state_++ * 0x9e3779b97f4a7c15u); }
  // The remainder is biased by less than 2^-40 for all numbers that occur here.
  [[nodiscard]] std::size_t below(std::size_t count) {
    return static_cast<std::size_t>(next() % count);
  }
  [[nodiscard]] std::uint64_t fresh() { return next() | (1u << 20); }

  // Returns a number that is smaller for tasks that the execution created earlier.
  [[nodiscard]] std::uint64_t age_of(TaskId task) const {
    if (!task.exists()) return 0;
    const Position creation = execution_->creation_of(task);
    if (creation != Execution::nowhere) return (std::uint64_t{creation} + 1) << 32;
    return execution_->registry().name_of(task).ordinal;
  }

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
  std::uint64_t state_ = 0;
  Program* program_ = nullptr;
  Execution* execution_ = nullptr;
  std::uint64_t number_ = 0;               // of the present execution
  Position length_ = 0;                    // of execution 0
  std::vector<std::uint64_t> priorities_;  // by task; the highest runs
  std::uint64_t lowest_ = 0;               // the lowest priority that a change point gave
  std::vector<Position> changes_;
  std::vector<Pending> pending_;
  std::vector<Choice> enabled_;  // in the order in which their tasks were created
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
