#include "explore/robust/event_serial.h"

#include <algorithm>
#include <chrono>
#include <tuple>

#include "core/invariant.h"
#include "explore/robust/run_state.h"

namespace mazurka {

namespace {

using ChoiceList = std::vector<Choice>;

constexpr std::uint64_t most_serial_states = 100'000;

// Orders the events of an execution so that each comes after all events that have a step in its
// causal past.
class EventOrder {
 public:
  EventOrder(const Execution& execution, const EventTree& tree)
      : execution_(execution), tree_(tree) {
    for (Position i = 0; i < execution.size(); ++i) {
      const TaskId event = event_at(i);
      if (event.exists() && execution[i].task == event && execution[i].index == 0)
        events_.push_back(event);
    }
    for (Position i = 0; i < execution.size(); ++i) note_past(i);
  }

  // Returns the events in this order, or none if there is no such order.
  [[nodiscard]] std::optional<std::vector<TaskId>> find() const {
    std::vector<TaskId> result;
    std::vector<TaskId> left = events_;
    while (!left.empty()) {
      const auto is_free = [&](TaskId event) {
        return std::ranges::none_of(left, [&](TaskId other) {
          return before_.contains({other, event});
        });
      };
      const auto next = std::ranges::find_if(left, is_free);
      if (next == left.end()) return std::nullopt;
      result.push_back(*next);
      left.erase(next);
    }
    return result;
  }

 private:
  [[nodiscard]] TaskId event_at(Position i) const { return tree_.event_of(execution_[i].task); }

  void note_past(Position position) {
    const TaskId event = event_at(position);
    if (!event.exists()) return;
    for (Position i = 0; i < position; ++i) {
      const TaskId other = event_at(i);
      if (other.exists() && other != event && execution_.happens_before(i, position))
        before_.emplace(other, event);
    }
  }

  const Execution& execution_;
  const EventTree& tree_;
  std::vector<TaskId> events_;
  std::set<std::pair<TaskId, TaskId>> before_;
};

// Arranges the steps of an execution in an order of its events.
class SerialSteps {
 public:
  SerialSteps(const Execution& execution, const EventTree& tree)
      : execution_(execution), tree_(tree), is_made_(execution.size(), false) {}

  // Steps that belong to no event come as early as the trace allows, or as late: with a fifo main
  // handler, an event that is posted late does not stand before the messages of earlier events.
  [[nodiscard]] std::vector<Position> in_order(const std::vector<TaskId>& events,
                                               bool outside_is_early) {
    for (const TaskId event : events)
      for (Position i = 0; i < execution_.size(); ++i) {
        if (event_at(i) != event) continue;
        for (Position outside = 0; outside < execution_.size(); ++outside)
          if (!is_made_[outside] && !event_at(outside).exists() &&
              (outside_is_early ? is_ready(outside) : is_before(outside, i)))
            make(outside);
        make(i);
      }
    for (Position i = 0; i < execution_.size(); ++i)
      if (!is_made_[i]) make(i);
    return std::move(result_);
  }

 private:
  [[nodiscard]] TaskId event_at(Position i) const { return tree_.event_of(execution_[i].task); }
  [[nodiscard]] bool is_before(Position a, Position b) const {
    return a < b && execution_.happens_before(a, b);
  }
  [[nodiscard]] bool is_ready(Position position) const {
    for (Position i = 0; i < position; ++i)
      if (!is_made_[i] && execution_.happens_before(i, position)) return false;
    return true;
  }
  void make(Position i) {
    is_made_[i] = true;
    result_.push_back(i);
  }

  const Execution& execution_;
  const EventTree& tree_;
  std::vector<bool> is_made_;
  std::vector<Position> result_;
};

bool can_any_event_continue(FocusedProgram& program) {
  const auto can_continue = [&](TaskId event) { return !program.enabled_of(event).empty(); };
  return std::ranges::any_of(program.started_events(), can_continue) ||
         std::ranges::any_of(program.next_events(), can_continue);
}

class SerialSearch {
 public:
  SerialSearch(FocusedProgram& program, const std::set<Outcome>& wanted,
               const ExploreOptions& options)
      : program_(program), missing_(wanted), options_(options) {}

  EventSerialSearch run() {
    stack_.assign(1, {});
    while (!stack_.empty() && !missing_.empty() && result_.is_complete) {
      const Node node = std::move(stack_.back());
      stack_.pop_back();
      visit(node);
    }
    return std::move(result_);
  }

 private:
  struct Node {
    ChoiceList steps;
    TaskId current = TaskId::none();  // the event that made the last step
  };

  void visit(const Node& node) {
    program_.restart();
    const bool is_run = program_.run(node.steps);
    MAZURKA_INVARIANT(is_run, "an event-serial execution cannot be made again");
    result_.steps += node.steps.size();
    std::set<TaskId> started(program_.started_events().begin(), program_.started_events().end());
    if (!reached_.emplace(node.current, std::move(started), state_of(program_, nullptr)).second)
      return;
    check_bounds();
    const std::vector<Choice> outside = program_.enabled_outside();
    const bool is_maximal = !add_steps_of_events(node) && outside.empty();
    // Pushed last, so that the environment goes first: such executions are easier to read.
    for (const Choice& choice : outside) add(node, choice, node.current);
    if (!is_maximal) return;
    const Outcome outcome = program_.outcome();
    missing_.erase(outcome);
    result_.outcomes.try_emplace(outcome, node.steps);
  }

  bool add_steps_of_events(const Node& node) {
    if (node.current.exists() && add_steps_of(node.current, node)) return true;
    std::vector<TaskId> others = program_.next_events();
    for (const TaskId event : program_.started_events()) others.push_back(event);
    bool can_continue = false;
    for (const TaskId event : others) can_continue = add_steps_of(event, node) || can_continue;
    return can_continue;
  }

  bool add_steps_of(TaskId event, const Node& node) {
    const std::vector<Choice> enabled = program_.enabled_of(event);
    for (const Choice& choice : enabled) add(node, choice, event);
    return !enabled.empty();
  }

  void add(const Node& node, Choice choice, TaskId current) {
    stack_.push_back(node);
    stack_.back().steps.push_back(choice);
    stack_.back().current = current;
  }

  void check_bounds() {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started_;
    const bool is_interrupted =
        options_.interrupted != nullptr && options_.interrupted->load(std::memory_order_relaxed);
    if (reached_.size() > most_serial_states || is_interrupted ||
        (options_.timeout_seconds > 0 && elapsed.count() >= options_.timeout_seconds) ||
        program_.steps().size() > options_.max_steps)
      result_.is_complete = false;
  }

  FocusedProgram& program_;
  std::set<Outcome> missing_;
  const ExploreOptions& options_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  EventSerialSearch result_;
  std::vector<Node> stack_;
  std::set<std::tuple<TaskId, std::set<TaskId>, RunState>> reached_;
};

}  // namespace

bool can_order_events(const Execution& execution, const EventTree& tree) {
  return EventOrder(execution, tree).find().has_value();
}

std::optional<ChoiceList> serialised(const Execution& execution, FocusedProgram& program) {
  const auto order = EventOrder(execution, program.tree()).find();
  if (!order) return std::nullopt;
  ChoiceList result;
  TaskId current = TaskId::none();
  program.restart();
  SerialSteps steps(execution, program.tree());
  for (const Position i : steps.in_order(*order, !program.is_fifo())) {
    const TaskId event = program.tree().event_of(execution[i].task);
    if (event.exists() && event != current) {
      if (current.exists() && !program.enabled_of(current).empty()) return std::nullopt;
      current = event;
    }
    result.push_back(execution[i].as_choice());
    const Event* const made = program.step(result.back());
    if (made == nullptr || !is_same_operation(*made, execution[i])) return std::nullopt;
  }
  if (can_any_event_continue(program)) return std::nullopt;
  return result;
}

EventSerialSearch search_event_serial(FocusedProgram& program, const std::set<Outcome>& wanted,
                                      const ExploreOptions& options) {
  return SerialSearch(program, wanted, options).run();
}

}  // namespace mazurka
