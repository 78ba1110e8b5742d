#include "explore/race/find_reversals.h"

#include "explore/race/last_operation.h"

namespace mazurka {
namespace {

// Returns the predicate that holds for the events that run before the last step of the reversal.
// REQUIRES: both arguments outlive the result.
EventPredicate before_last_step_of(const Reversal& reversal, const Execution& execution) {
  return [&](Position position) {
    return position < reversal.earlier || reversal.keeps(execution, position);
  };
}

}  // namespace

Step step_of(const Pending& pending, const Execution& execution) {
  Step step;
  step.task = pending.task;
  step.index = pending.index;
  step.accesses = pending.accesses;
  step.other = pending.other;
  step.other_index = pending.other_index;
  step.operation = pending.operation;
  step.accesses = execution.accesses_of(step);
  return step;
}

// Returns whether the later event depends on the event at `position` for another reason than the
// race: through program order, creation or the event that it was woken by.
bool ReversalFinder::needs(const Reversal& reversal, Position position) const {
  const auto known_to = [&](Position later) {
    return later != Execution::nowhere && execution_->happens_before(position, later);
  };
  return known_to(reversal.cause) || known_to(reversal.waker);
}

void ReversalFinder::find_into(Position position, std::vector<Reversal>& result) {
  const Event& event = (*execution_)[position];
  // Most events have no races.
  if (!can_be_disabled(event.operation) && execution_->races_into(position).empty()) return;
  Reversal pattern;
  pattern.later = event;
  pattern.object = event.object;
  pattern.condition = event.condition;
  pattern.later_at = position;
  pattern.cause = execution_->cause(position);
  if (const EventId awaited = awaited_event(event); awaited.task.exists())
    pattern.waker = execution_->position_of(awaited);

  if (event.operation == OperationKind::await) {
    find_awaits(pattern, result);
  } else if (can_be_disabled(event.operation)) {
    find_acquisitions(pattern, result);
  } else {
    find_conflicts(pattern, result);
  }
}

void ReversalFinder::find_waiting(const Pending& waiting, std::vector<Reversal>& result) {
  if (waiting.stopped || waiting.asleep || !can_be_disabled(waiting.operation)) return;
  Reversal pattern;
  pattern.later = step_of(waiting, *execution_);
  pattern.object = waiting.object;
  pattern.condition = waiting.condition;
  const auto events = execution_->events_of(waiting.task);
  pattern.cause = events.empty() ? execution_->creation_of(waiting.task) : events.back();
  if (const EventId awaited = awaited_event(waiting); awaited.task.exists()) {
    pattern.waker = execution_->position_of(awaited);
    if (pattern.waker == Execution::nowhere) return;  // no order of these events enables it
  }

  if (waiting.operation == OperationKind::await) {
    find_awaits(pattern, result);
  } else if (waiting.operation == OperationKind::start &&
             execution_->relation() == Relation::events) {
    find_starts(pattern, result);
  } else {
    find_acquisitions(pattern, result);
  }
}

// Appends the reversals of races whose later event is always enabled: each event that conflicts
// with it and is adjacent to it in happens-before.
void ReversalFinder::find_conflicts(const Reversal& pattern, std::vector<Reversal>& result) {
  for (const Position earlier : execution_->races_into(pattern.later_at)) {
    Reversal reversal = pattern;
    reversal.earlier = earlier;
    const OperationKind later = pattern.later.operation;
    const bool has_forms = later == OperationKind::signal || later == OperationKind::try_receive ||
                           later == OperationKind::arrive ||
                           execution_->depends_on_state(pattern.later);
    if (has_forms && last_step_ == LastStep::decided) {
      add_forms(reversal, result);
    } else {
      result.push_back(std::move(reversal));
    }
  }
}

// Appends one reversal for each form that the later event can take after the kept events: for each
// task that a signal can wake, for the message that a receive takes or its `after`, for a
// compare-exchange that succeeds or fails, and for the round of an arrival at a barrier.
void ReversalFinder::add_forms(const Reversal& reversal, std::vector<Reversal>& result) {
  last_steps_.clear();
  add_last_steps({reversal.later, reversal.object, {}}, before_last_step_of(reversal, *execution_),
                 *execution_, *program_, last_steps_);
  for (const Step& step : last_steps_) result.emplace_back(reversal).later = step;
}

// Appends a reversal for every earlier acquisition of the lock that the later event does not depend
// on. All operations on a lock are totally ordered by happens-before, so the search can stop at the
// first acquisition that the later event depends on: it depends on all acquisitions before it, too.
void ReversalFinder::find_acquisitions(const Reversal& pattern,
                                       std::vector<Reversal>& result) const {
  ObjectId object = pattern.object;
  const bool is_start = pattern.later.operation == OperationKind::start;
  if (is_start) {
    const HandlerId handler = execution_->registry().handler_of(pattern.later.task);
    // If the order of posts decides which message starts, the posts race, not the starts.
    if (!start_is_choice(execution_->registry().handler(handler).discipline)) return;
    object = execution_->registry().handler(handler).as_lock;
  }
  for (auto* record = execution_->last_access(object); record != nullptr;
       record = execution_->previous(record)) {
    const Event& earlier = (*execution_)[record->position];
    if (record->position >= pattern.later_at) continue;
    const bool takes =
        is_start ? earlier.operation == OperationKind::start : acquires_lock(earlier);
    if (!takes) continue;
    if (earlier.task == pattern.later.task || needs(pattern, record->position)) return;
    result.push_back(pattern);
    result.back().earlier = record->position;
  }
}

// Appends reversals that start the waiting message before each message that its handler started.
// On a fifo handler, posts must change places as well: KeptSets (kept_sets.h) finds out which.
void ReversalFinder::find_starts(const Reversal& pattern, std::vector<Reversal>& result) const {
  const Registry& registry = execution_->registry();
  for (Position i = 0; i < execution_->size(); ++i) {
    const Event& event = (*execution_)[i];
    if (event.operation != OperationKind::start || needs(pattern, i) ||
        registry.handler_of(event.task) != registry.handler_of(pattern.later.task))
      continue;
    result.push_back(pattern);
    result.back().earlier = i;
  }
}

// Appends the reversals that run the await before a write to a variable that its condition can
// read, or before a read of a variable that it writes: an await can be the wait for a semaphore, or
// an exchange in a spin loop.
void ReversalFinder::find_awaits(const Reversal& pattern, std::vector<Reversal>& result) {
  const auto listed = execution_->registry().accesses(program_->scope_of(pattern.condition));
  const std::vector<Access> scope(listed.begin(), listed.end());
  for (const Access& access : scope)
    for (auto* record = execution_->last_access(access.object); record != nullptr;
         record = execution_->previous(record)) {
      const bool is_write = record->kind == AccessKind::write;
      if ((!is_write && access.kind != AccessKind::write) || record->position >= pattern.later_at ||
          (*execution_)[record->position].task == pattern.later.task)
        continue;
      if (needs(pattern, record->position)) {
        if (is_write) break;  // everything before it happens before it
        continue;
      }
      Reversal reversal = pattern;
      reversal.earlier = record->position;
      try_cuts(reversal, scope, result);
    }
}

// Tries all combinations of prefixes of writes: for each variable in `scope`, either keeps all of
// its writes or cuts before one of them.
void ReversalFinder::try_cuts(Reversal& reversal, std::span<const Access> scope,
                              std::vector<Reversal>& result) {
  if (scope.empty()) return add_if_it_holds(reversal, result);
  try_cuts(reversal, scope.subspan(1), result);
  for (auto* record = execution_->last_access(scope.front().object);
       record != nullptr && record->position > reversal.earlier;
       record = execution_->previous(record)) {
    if (record->kind != AccessKind::write || !reversal.keeps(*execution_, record->position))
      continue;
    if (needs(reversal, record->position)) break;
    reversal.cuts.push_back(record->position);
    try_cuts(reversal, scope.subspan(1), result);
    reversal.cuts.pop_back();
  }
}

// Appends the reversal if the condition of the await holds after the kept events and if the await,
// evaluated there, conflicts with the earlier event. Otherwise the two events do not race.
void ReversalFinder::add_if_it_holds(const Reversal& reversal, std::vector<Reversal>& result) {
  if (last_step_ == LastStep::open) {
    result.push_back(reversal);
    return;
  }
  last_steps_.clear();
  add_last_steps({reversal.later, reversal.object, reversal.condition},
                 before_last_step_of(reversal, *execution_), *execution_, *program_, last_steps_);
  for (const Step& step : last_steps_)
    if (conflict(execution_->registry(), execution_->conflicts(),
                 (*execution_)[reversal.earlier].accesses, step.accesses))
      result.emplace_back(reversal).later = step;
}

void ReversalFinder::find_alternatives(Position position, std::span<const std::uint32_t> values,
                                       std::vector<Reversal>& result) const {
  const Event& event = (*execution_)[position];
  for (const std::uint32_t value : values) {
    if (value == event.choice) continue;
    Reversal& added = result.emplace_back();
    added.earlier = position;
    added.later = event;
    added.object = event.object;
    added.later.choice = value;
    if (event.operation == OperationKind::signal) added.later.other = woken_task(value);
    added.cause = execution_->cause(position);
  }
}

}  // namespace mazurka
