#include "explore/counterexample/canonical_order.h"

namespace mazurka {
namespace {

class CanonicalOrder {
 public:
  CanonicalOrder(const Execution& execution, Program& program)
      : execution_(execution),
        program_(program),
        made_(program.registry().task_count()),
        checked_(made_.size()) {}

  [[nodiscard]] std::optional<std::vector<Choice>> find() {
    std::vector<Choice> result;
    program_.restart();
    while (result.size() < execution_.size()) {
      const std::optional<Choice> next = next_choice();
      if (!next || program_.step(*next) == nullptr) return std::nullopt;
      last_ = next->task;
      ++made_[next->task.value];
      checked_[next->task.value] = 0;
      result.push_back(*next);
    }
    return result;
  }

 private:
  [[nodiscard]] std::optional<Choice> next_choice() {
    std::optional<Choice> best;
    for (const Choice& choice : program_.enabled()) {
      if (!can_follow(choice)) continue;
      if (choice.task == last_) return choice;
      if (!best || execution_.registry().comes_before(choice, *best)) best = choice;
    }
    return best;
  }

  // Returns whether the trace has this choice next among those of its task, and everything that
  // happens before it was made. Because of `checked_`, all calls together compare each event with
  // each task once.
  [[nodiscard]] bool can_follow(Choice choice) {
    const std::uint32_t own = choice.task.value;
    const auto events = execution_.events_of(choice.task);
    if (own >= made_.size() || made_[own] >= events.size()) return false;
    const Position position = events[made_[own]];
    if (execution_[position].as_choice() != choice) return false;
    for (std::uint32_t& other = checked_[own]; other < made_.size(); ++other)
      if (other != own && execution_.count(position, TaskId{other}) > made_[other]) return false;
    return true;
  }

  const Execution& execution_;
  Program& program_;
  std::vector<std::uint32_t> made_;     // by task: how many of its events were made
  std::vector<std::uint32_t> checked_;  // by task: so many others do not keep its next event back
  TaskId last_ = TaskId::none();
};

}  // namespace

std::optional<std::vector<Choice>> canonical_order(const Execution& execution, Program& program) {
  return CanonicalOrder(execution, program).find();
}

}  // namespace mazurka
