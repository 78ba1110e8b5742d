#include "explore/counterexample/shorten/needed_events.h"

#include <algorithm>

#include "explore/counterexample/early_end.h"

namespace mazurka {

namespace {

// Adds the event and all events that happen before it.
void add_past(const Execution& execution, Position last, std::vector<bool>& past) {
  for (Position i = 0; i <= last; ++i)
    if (!past[i] && execution.happens_before(i, last)) past[i] = true;
}

// Returns the last event of the failing task before the failure or, if it has none, the event that
// created the task.
Position last_before_failure(const Execution& execution, const Finding& finding) {
  Position last = execution.creation_of(finding.task);
  for (const Position position : execution.events_of(finding.task))
    if (position < finding.position) last = position;
  return last;
}

// Adds events until the needed ones can be run: a fixed point over the messages that a handler must
// finish before it starts a needed one.
class Closure {
 public:
  Closure(const Execution& execution, std::vector<bool> needed)
      : execution_(execution), needed_(std::move(needed)) {
    for (Position i = 0; i < execution.size(); ++i)
      if (execution[i].operation == OperationKind::start) starts_.push_back(i);
  }

  [[nodiscard]] std::vector<bool> close() {
    while (add_messages()) {
    }
    return std::move(needed_);
  }

 private:
  bool add_messages() {
    bool has_added = false;
    for (const Position later : starts_) {
      if (!needed_[later]) continue;
      for (const Position earlier : starts_)
        if (earlier < later && must_end_before(earlier, later)) has_added |= add_all(earlier);
    }
    return has_added;
  }

  // Returns whether the message that starts at `earlier` must end before the one that starts at
  // `later` can start: both run on one handler, and the earlier one starts, too, or would have to
  // (it is posted, and the handler starts messages in the order of their posts).
  [[nodiscard]] bool must_end_before(Position earlier, Position later) const {
    const Registry& registry = execution_.registry();
    const TaskId message = execution_[earlier].task;
    const HandlerId handler = registry.handler_of(message);
    if (handler != registry.handler_of(execution_[later].task)) return false;
    if (needed_[earlier]) return true;
    const Position post = execution_.creation_of(message);
    const bool is_posted = post == Execution::nowhere || needed_[post];
    return starts_in_post_order(registry.handler(handler).discipline) && is_posted;
  }

  bool add_all(Position start) {
    const Position last = execution_.events_of(execution_[start].task).back();
    if (needed_[last]) return false;
    add_past(execution_, last, needed_);
    return true;
  }

  const Execution& execution_;
  std::vector<bool> needed_;
  std::vector<Position> starts_;
};

}  // namespace

std::vector<bool> causal_past(const Execution& execution, const Finding& finding) {
  std::vector<bool> past(execution.size(), false);
  if (shows_before_the_end(finding.kind) && finding.kind != FindingKind::data_race) {
    const Position last = last_before_failure(execution, finding);
    if (last != Execution::nowhere) add_past(execution, last, past);
  } else {
    for (const Position position : finding.events) add_past(execution, position, past);
  }
  return past;
}

std::vector<bool> needed_events(const Execution& execution, const Finding& finding) {
  return Closure(execution, causal_past(execution, finding)).close();
}

}  // namespace mazurka
