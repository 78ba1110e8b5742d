#include "explore/reversal/stuck_plans.h"

namespace mazurka {
namespace {

bool can_wait(OperationKind kind) {
  return kind == OperationKind::lock || kind == OperationKind::relock ||
         kind == OperationKind::await || kind == OperationKind::join;
}

class StuckPlans {
 public:
  StuckPlans(const Execution& execution, std::vector<Reversal>& result)
      : execution_(execution), result_(result) {}

  void find(std::span<const Pending> pending) {
    for (Position i = 0; i < execution_.size(); ++i) {
      const Event& event = execution_[i];
      if (can_wait(event.operation) && handler_of(event.task).exists()) add_executed(event, i);
    }
    for (const Pending& waiting : pending)
      if (handler_of(waiting.task).exists() && waiting.operation != OperationKind::start)
        running_.push_back(waiting.task);
    for (const Pending& waiting : pending) {
      if (!handler_of(waiting.task).exists()) continue;
      if (waiting.operation == OperationKind::start) {
        add_never_started(waiting);
      } else {
        add_stuck(waiting);
      }
    }
  }

 private:
  [[nodiscard]] HandlerId handler_of(TaskId task) const {
    return execution_.registry().handler_of(task);
  }

  // (1)
  void add_executed(const Event& event, Position position) {
    Reversal pattern;
    pattern.later = event;
    pattern.later_at = position;
    pattern.cause = execution_.cause(position);
    pattern.stops = true;
    add_before_others(pattern);
  }

  // (3)
  void add_stuck(const Pending& waiting) {
    Reversal pattern;
    pattern.later.task = waiting.task;
    pattern.later.index = waiting.index;
    pattern.later.operation = waiting.operation;
    pattern.cause = execution_.events_of(waiting.task).back();
    pattern.stops = true;
    add_before_others(pattern);
  }

  // (2)
  void add_never_started(const Pending& waiting) {
    Reversal pattern;
    pattern.later.task = waiting.task;
    pattern.later.operation = OperationKind::start;
    pattern.later.accesses = Registry::no_accesses();
    pattern.cause = execution_.creation_of(waiting.task);
    for (const TaskId running : running_)
      if (handler_of(running) == handler_of(waiting.task)) pattern.behind = running;
    add_before_others(pattern);
  }

  // Before the start of each message that its handler has started earlier. (Of a fifo handler the
  // posts must change places, too: reversal_sets.h finds out where.)
  void add_before_others(const Reversal& pattern) {
    const HandlerId handler = handler_of(pattern.later.task);
    for (Position i = 0; i < execution_.size(); ++i) {
      const Event& event = execution_[i];
      if (event.task == pattern.later.task && event.operation == OperationKind::start) break;
      if (event.operation != OperationKind::start || handler_of(event.task) != handler) continue;
      if (execution_.happens_before(i, pattern.cause)) continue;
      result_.push_back(pattern);
      result_.back().earlier = i;
    }
  }

  const Execution& execution_;
  std::vector<Reversal>& result_;
  std::vector<TaskId> running_;  // messages that have started and not ended
};

}  // namespace

void find_stuck_plans(const Execution& execution, std::span<const Pending> pending,
                      std::vector<Reversal>& result) {
  StuckPlans(execution, result).find(pending);
}

}  // namespace mazurka
