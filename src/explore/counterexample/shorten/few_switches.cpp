#include "explore/counterexample/shorten/few_switches.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <set>

namespace mazurka {

namespace {

// How many stages the search visits. After that, the stage with the most events is completed
// greedily.
constexpr std::size_t most_stages = 5'000;
// Longer executions are ordered greedily from the start: each stage costs events times tasks.
constexpr Position most_events = 1'000;

// Breadth-first search for an order with the fewest switches.
//
// Once it is scheduled, a task runs for as long as it can: stopping earlier never saves a switch.
// So an order is a list of tasks, and a stage is the set of events that are done after some of
// them. The search is breadth first, so the first complete stage has the fewest switches.
class Search {
 public:
  explicit Search(const Execution& execution) : execution_(execution) {
    for (const Event& event : execution.events())
      if (std::ranges::find(tasks_, event.task) == tasks_.end()) tasks_.push_back(event.task);
  }

  [[nodiscard]] std::vector<Choice> find() {
    stages_.push_back({Done(tasks_.size(), 0), none, 0, 0});
    if (execution_.size() <= most_events) {
      for (std::size_t i = 0; i < stages_.size() && stages_.size() < most_stages; ++i) {
        if (stages_[i].count == execution_.size()) return order_of(i);
        add_stages_after(i);
      }
    }
    return order_of(completed(farthest()));
  }

 private:
  using Done = std::vector<std::uint32_t>;  // events, by task
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  struct Stage {
    Done done;
    std::size_t before;  // the previous stage
    std::size_t task;    // the task that ran in between
    Position count;      // how many events are done
  };

  // Returns whether all predecessors of the event are done.
  [[nodiscard]] bool is_next(const Done& done, Position position) const {
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      const bool is_own = execution_[position].task == tasks_[i];
      if (execution_.count(position, tasks_[i]) > done[i] + (is_own ? 1 : 0)) return false;
    }
    return true;
  }

  // Runs the task for as long as it can. Returns how many events it executes.
  Position proceed(Done& done, std::size_t task) const {
    const auto events = execution_.events_of(tasks_[task]);
    const std::uint32_t begin = done[task];
    while (done[task] < events.size() && is_next(done, events[done[task]])) ++done[task];
    return done[task] - begin;
  }

  [[nodiscard]] Stage after(std::size_t stage, std::size_t task) const {
    Stage next{stages_[stage].done, stage, task, stages_[stage].count};
    next.count += proceed(next.done, task);
    return next;
  }

  void add_stages_after(std::size_t stage) {
    for (std::size_t task = 0; task < tasks_.size(); ++task) {
      Stage next = after(stage, task);
      if (next.count > stages_[stage].count && known_.insert(next.done).second)
        stages_.push_back(std::move(next));
    }
  }

  [[nodiscard]] std::size_t farthest() const {
    const auto best = std::ranges::max_element(stages_, {}, &Stage::count);
    return static_cast<std::size_t>(best - stages_.begin());
  }

  // Completes the stage greedily: always runs the task that gets farthest. Returns the complete
  // stage.
  [[nodiscard]] std::size_t completed(std::size_t stage) {
    while (stages_[stage].count < execution_.size()) {
      Stage best = after(stage, 0);
      for (std::size_t task = 1; task < tasks_.size(); ++task)
        if (Stage next = after(stage, task); next.count > best.count) best = std::move(next);
      stages_.push_back(std::move(best));
      stage = stages_.size() - 1;
    }
    return stage;
  }

  [[nodiscard]] std::vector<Choice> order_of(std::size_t stage) const {
    std::vector<std::size_t> path;
    for (; stages_[stage].before != none; stage = stages_[stage].before) path.push_back(stage);
    std::ranges::reverse(path);
    std::vector<Choice> order;
    for (const std::size_t each : path) {
      const Stage& now = stages_[each];
      const auto events = execution_.events_of(tasks_[now.task]);
      for (std::uint32_t i = stages_[now.before].done[now.task]; i < now.done[now.task]; ++i)
        order.push_back(execution_[events[i]].as_choice());
    }
    return order;
  }

  const Execution& execution_;
  std::vector<TaskId> tasks_;  // in the order of their first events
  std::vector<Stage> stages_;
  std::set<Done> known_;
};

}  // namespace

std::uint32_t count_switches(std::span<const Choice> choices) {
  std::uint32_t result = 0;
  for (std::size_t i = 1; i < choices.size(); ++i)
    if (choices[i].task != choices[i - 1].task) ++result;
  return result;
}

std::vector<Choice> with_few_switches(const Execution& execution) {
  return Search(execution).find();
}

}  // namespace mazurka
