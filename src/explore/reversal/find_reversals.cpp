#include "explore/reversal/find_reversals.h"

#include <algorithm>

namespace mazurka {
namespace {

// The state after the kept events of a reversal, as far as variables go.
class ValuesAfter : public Valuation {
 public:
  ValuesAfter(const Reversal& reversal, const Execution& execution, const Program& program)
      : reversal_(reversal), execution_(execution), program_(program) {}

  [[nodiscard]] std::int64_t value_of(ObjectId variable) const override {
    auto* record = execution_.last_access(variable);
    for (; record != nullptr; record = execution_.previous(record))
      if (record->kind == AccessKind::write && happened(record->position))
        return execution_[record->position].written_value;
    return program_.initial_value(variable);
  }

 private:
  [[nodiscard]] bool happened(Position position) const {
    return position < reversal_.earlier || reversal_.keeps(execution_, position);
  }

  const Reversal& reversal_;
  const Execution& execution_;
  const Program& program_;
};

Step step_of(const Pending& pending) {
  Step step;
  step.task = pending.task;
  step.index = pending.index;
  step.accesses = pending.accesses;
  step.other = pending.other;
  step.other_index = pending.other_index;
  step.operation = pending.operation;
  return step;
}

}  // namespace

// Does the later event need the one at `position` for other reasons than the race?
bool ReversalFinder::needs(const Reversal& reversal, Position position) const {
  const auto known_to = [&](Position later) {
    return later != Execution::nowhere && execution_->happens_before(position, later);
  };
  return known_to(reversal.cause) || known_to(reversal.waker);
}

void ReversalFinder::find_into(Position position, std::vector<Reversal>& result) {
  const Event& event = (*execution_)[position];
  Reversal pattern;
  pattern.later = event;
  pattern.later_at = position;
  pattern.cause = execution_->cause(position);
  if (event.operation == OperationKind::relock)
    pattern.waker = execution_->position_of({event.other, event.other_index});

  if (event.operation == OperationKind::await) {
    find_awaits(pattern, event.condition, result);
  } else if (can_be_disabled(event.operation)) {
    find_acquisitions(pattern, event.object, result);
  } else {
    find_conflicts(pattern, result);
  }
}

void ReversalFinder::find_waiting(const Pending& waiting, std::vector<Reversal>& result) {
  if (waiting.stopped || waiting.asleep || !can_be_disabled(waiting.operation)) return;
  Reversal pattern;
  pattern.later = step_of(waiting);
  const auto events = execution_->events_of(waiting.task);
  pattern.cause = events.empty() ? execution_->creation_of(waiting.task) : events.back();
  if (waiting.operation == OperationKind::relock)
    pattern.waker = execution_->position_of({waiting.other, waiting.other_index});

  if (waiting.operation == OperationKind::await) {
    find_awaits(pattern, waiting.condition, result);
  } else {
    find_acquisitions(pattern, waiting.object, result);
  }
}

// The plain case: adjacent conflicting events, the later of which never blocks.
void ReversalFinder::find_conflicts(const Reversal& pattern, std::vector<Reversal>& result) const {
  for (const Position earlier : execution_->races_into(pattern.later_at)) {
    Reversal reversal = pattern;
    reversal.earlier = earlier;
    if (pattern.later.operation == OperationKind::signal) {
      add_signals(reversal, (*execution_)[pattern.later_at].object, result);
    } else {
      result.push_back(std::move(reversal));
    }
  }
}

// Whom a signal can wake depends on who sleeps after the kept events.
void ReversalFinder::add_signals(const Reversal& reversal, ObjectId condition_variable,
                                 std::vector<Reversal>& result) const {
  std::vector<Position> operations;
  for (auto* record = execution_->last_access(condition_variable); record != nullptr;
       record = execution_->previous(record))
    if (record->position < reversal.earlier || reversal.keeps(*execution_, record->position))
      operations.push_back(record->position);
  std::vector<TaskId> sleepers;
  for (auto i = operations.rbegin(); i != operations.rend(); ++i) {
    const Event& event = (*execution_)[*i];
    if (event.operation == OperationKind::sleep) sleepers.push_back(event.task);
    if (event.operation == OperationKind::signal) std::erase(sleepers, event.other);
    if (event.operation == OperationKind::broadcast) sleepers.clear();
  }
  if (sleepers.empty()) sleepers.push_back(TaskId::none());
  for (const TaskId sleeper : sleepers) {
    Reversal& added = result.emplace_back(reversal);
    added.later.choice = sleeper.value;
    added.later.other = sleeper;
  }
}

// All operations on a lock are ordered, so once an acquisition is needed, all before it are.
void ReversalFinder::find_acquisitions(const Reversal& pattern, ObjectId object,
                                       std::vector<Reversal>& result) const {
  const bool is_start = pattern.later.operation == OperationKind::start;
  if (is_start) {
    const HandlerId handler = execution_->registry().handler_of(pattern.later.task);
    // A fifo handler gives out messages in the order of their posts: those are what can change.
    if (execution_->registry().handler(handler).discipline == Discipline::fifo) return;
    object = execution_->registry().handler(handler).as_lock;
  }
  for (auto* record = execution_->last_access(object); record != nullptr;
       record = execution_->previous(record)) {
    const Event& earlier = (*execution_)[record->position];
    if (record->position >= pattern.later_at || earlier.task == pattern.later.task) continue;
    const bool takes = is_start ? earlier.operation == OperationKind::start : acquires_lock(earlier);
    if (!takes) continue;
    if (needs(pattern, record->position)) return;
    result.push_back(pattern);
    result.back().earlier = record->position;
  }
}

void ReversalFinder::find_awaits(const Reversal& pattern, ConditionId condition,
                                 std::vector<Reversal>& result) {
  const auto listed = execution_->registry().accesses(program_->scope_of(condition));
  const std::vector<Access> scope(listed.begin(), listed.end());
  for (const Access& access : scope)
    for (auto* record = execution_->last_access(access.object); record != nullptr;
         record = execution_->previous(record)) {
      if (record->kind != AccessKind::write || record->position >= pattern.later_at ||
          (*execution_)[record->position].task == pattern.later.task)
        continue;
      if (needs(pattern, record->position)) break;
      Reversal reversal = pattern;
      reversal.earlier = record->position;
      try_cuts(reversal, scope, condition, result);
    }
}

// For each variable of the rest of the scope: keep all of its writes, or cut before one of them.
void ReversalFinder::try_cuts(Reversal& reversal, std::span<const Access> scope,
                              ConditionId condition, std::vector<Reversal>& result) {
  if (scope.empty()) return add_if_it_holds(reversal, condition, result);
  try_cuts(reversal, scope.subspan(1), condition, result);
  for (auto* record = execution_->last_access(scope.front().object);
       record != nullptr && record->position > reversal.earlier;
       record = execution_->previous(record)) {
    if (record->kind != AccessKind::write || !reversal.keeps(*execution_, record->position))
      continue;
    if (needs(reversal, record->position)) break;
    reversal.cuts.push_back(record->position);
    try_cuts(reversal, scope.subspan(1), condition, result);
    reversal.cuts.pop_back();
  }
}

// The await must be able to run after the kept events, and the earlier event must matter to it.
void ReversalFinder::add_if_it_holds(const Reversal& reversal, ConditionId condition,
                                     std::vector<Reversal>& result) {
  AccessListId reads;
  if (!program_->holds(condition, ValuesAfter(reversal, *execution_, *program_), reads)) return;
  if (!conflict(execution_->registry(), execution_->conflicts(),
                (*execution_)[reversal.earlier].accesses, reads))
    return;
  result.push_back(reversal);
  result.back().later.accesses = reads;
}

void ReversalFinder::find_alternatives(Position position, std::span<const std::uint32_t> values,
                                       std::vector<Reversal>& result) const {
  const Event& event = (*execution_)[position];
  for (const std::uint32_t value : values) {
    if (value == event.choice) continue;
    Reversal& added = result.emplace_back();
    added.earlier = position;
    added.later = event;
    added.later.choice = value;
    if (event.operation == OperationKind::signal) added.later.other = TaskId{value};
    added.cause = execution_->cause(position);
  }
}

}  // namespace mazurka
