#include "explore/messages/stuck_executions.h"

#include <algorithm>

#include "core/invariant.h"
#include "core/state_key.h"

namespace mazurka {
namespace {

// Returns whether a task can wait for others at this operation.
bool waits(const Event& event) {
  return waits_for_lock(event.operation) || event.operation == OperationKind::await ||
         event.operation == OperationKind::join || event.operation == OperationKind::receive ||
         event.operation == OperationKind::leave ||
         (event.operation == OperationKind::reach && event.other.exists());
}

Pending pending_of(const Event& event) {
  Pending pending;
  pending.task = event.task;
  pending.index = event.index;
  pending.operation = event.operation;
  pending.object = event.object;
  pending.other = event.other;
  pending.other_index = event.other_index;
  pending.condition = event.condition;
  return pending;
}

}  // namespace

void StuckExecutions::find(std::span<const Pending> pending, std::span<const TraceKey> hashes,
                           std::vector<Candidate>& result) {
  pending_ = pending;
  if (!can_get_stuck()) return;
  ++searches_;
  hashes_ = hashes;
  result_ = &result;
  visited_ = {};
  order_.clear();
  done_.assign(execution_->registry().task_count(), 0);
  handlers_.clear();
  key_ = {};
  visit();
  if (visited_.size() >= most_states) ++given_up_;
}

bool StuckExecutions::can_get_stuck() const {
  const Registry& registry = execution_->registry();
  // A message that is pending after its start is stuck already, or has stopped.
  for (const Pending& waiting : pending_)
    if (registry.handler_of(waiting.task).exists() && waiting.operation != OperationKind::start)
      return true;
  for (Position i = 0; i < execution_->size(); ++i) {
    const Event& event = (*execution_)[i];
    if (!waits(event) || !registry.handler_of(event.task).exists() || !waits_for_start(i)) continue;
    std::vector<ObjectId> asked;
    if (event.operation != OperationKind::lock || is_held_while_waiting(event.object, asked))
      return true;
  }
  return false;
}

// Returns whether the event depends on the start of a message on which the previous event of its
// task does not depend. (At an early end, the first events that are missing are starts on busy
// handlers: all other events can run as soon as their causes have. So a task that is stuck waits
// for a start.)
bool StuckExecutions::waits_for_start(Position position) const {
  const Registry& registry = execution_->registry();
  const TaskId own = (*execution_)[position].task;
  const Position before = execution_->cause(position);
  const auto is_known = [&](TaskId message) {
    return before != Execution::nowhere && execution_->count(before, message) > 0;
  };
  for (std::uint32_t task = 0; task < registry.task_count(); ++task)
    if (registry.handler_of({task}).exists() && execution_->count(position, {task}) > 0 &&
        !is_known({task}) && !comes_first({task}, own))
      return true;
  return false;
}

// Returns whether the handler always starts `earlier` before `later`, because of the order of their
// posts.
bool StuckExecutions::comes_first(TaskId earlier, TaskId later) const {
  const Registry& registry = execution_->registry();
  const HandlerId handler = registry.handler_of(later);
  return handler.exists() && registry.handler_of(earlier) == handler &&
         starts_in_post_order(registry.handler(handler).discipline) &&
         execution_->happens_before(execution_->creation_of(earlier),
                                    execution_->creation_of(later));
}

// Returns whether some task may be stuck while it holds the lock. Waiting for another lock alone is
// not enough: tasks that wait for each other's locks have taken them in an order that differs from
// the present execution. So the chain of locks must lead to a task that waits for a message to
// start. `asked` holds the locks of the chain so far, which need not be examined again.
bool StuckExecutions::is_held_while_waiting(ObjectId lock, std::vector<ObjectId>& asked) const {
  if (std::ranges::find(asked, lock) != asked.end()) return false;
  asked.push_back(lock);
  TaskId holder;
  Position since = 0;  // the acquisition
  std::vector<Position> history;
  for (auto* record = execution_->last_access(lock); record != nullptr;
       record = execution_->previous(record))
    history.push_back(record->position);
  for (auto i = history.rbegin(); i != history.rend(); ++i) {
    const Event& event = (*execution_)[*i];
    if (acquires_lock(event)) {
      holder = event.task;
      since = *i;
    } else if (event.task == holder) {
      if (may_be_stuck_between(since, event.index, asked)) return true;
      holder = {};
    }
  }
  return holder.exists();
}

// Returns whether a task may be stuck between its acquisition of a lock at `since` and the release,
// its event with index `release`.
bool StuckExecutions::may_be_stuck_between(Position since, std::uint32_t release,
                                           std::vector<ObjectId>& asked) const {
  const Event& acquisition = (*execution_)[since];
  for (std::uint32_t index = acquisition.index + 1; index < release; ++index) {
    const Position between = execution_->position_of({acquisition.task, index});
    const Event& event = (*execution_)[between];
    if (!waits(event) || !waits_for_start(between)) continue;
    if (event.operation != OperationKind::lock || is_held_while_waiting(event.object, asked))
      return true;
  }
  return false;
}

// --- The search ----------------------------------------------------------------------------------

Position StuckExecutions::next_of(TaskId task) const {
  return execution_->position_of({task, done_[task.value]});
}

bool StuckExecutions::is_done(Position position) const {
  const Event& event = (*execution_)[position];
  return event.index < done_[event.task.value];
}

// Returns whether all causes of the event have been run. REQUIRES: it is the next event of its
// task.
bool StuckExecutions::is_ready(Position position) const {
  const TaskId own = (*execution_)[position].task;
  for (std::uint32_t task = 0; task < done_.size(); ++task)
    if (task != own.value && execution_->count(position, {task}) > done_[task]) return false;
  return true;
}

StuckExecutions::Move StuckExecutions::move_of(TaskId task) const {
  const Position next = next_of(task);
  if (next == Execution::nowhere || !is_ready(next)) return Move::none;
  const Registry& registry = execution_->registry();
  const Event& event = (*execution_)[next];
  const auto discipline_of = [&](TaskId message) {
    return registry.handler(registry.handler_of(message)).discipline;
  };
  if (event.operation == OperationKind::post)
    return post_is_choice(discipline_of(event.other)) ? Move::decision : Move::at_once;
  if (event.operation != OperationKind::start) return Move::at_once;
  if (!handlers_.can_start(task)) return Move::none;
  return start_is_choice(discipline_of(task)) ? Move::decision : Move::at_once;
}

void StuckExecutions::execute(Position position) {
  const Event& event = (*execution_)[position];
  MAZURKA_DEBUG_INVARIANT(event.index == done_[event.task.value] && is_ready(position),
                          "events run after their causes, and once");
  ++done_[event.task.value];
  order_.push_back(position);
  key_ += hashes_[position];
  handlers_.execute(event);
}

void StuckExecutions::take_back_to(std::size_t length) {
  for (; order_.size() > length; order_.pop_back()) {
    const Event& event = (*execution_)[order_.back()];
    handlers_.take_back(event);
    key_ -= hashes_[order_.back()];
    --done_[event.task.value];
  }
}

// Two orders with the same events and the same mailboxes have the same continuations.
TraceKey StuckExecutions::identity() const { return with_extra(key_, handlers_.fingerprint()); }

// Runs every event that can run and decides nothing. Leaves the decisions that are open then.
void StuckExecutions::run_what_is_no_decision(std::vector<Position>& decisions) {
  for (bool progress = true; progress;) {
    progress = false;
    decisions.clear();
    for (std::uint32_t task = 0; task < done_.size(); ++task) {
      Move move = move_of({task});
      for (; move == Move::at_once; move = move_of({task})) {
        execute(next_of({task}));
        progress = true;
      }
      if (move == Move::decision) decisions.push_back(next_of({task}));
    }
  }
}

// Searches all that can follow order_. Leaves events behind it that the caller takes back.
void StuckExecutions::visit() {
  std::vector<Position> decisions;
  run_what_is_no_decision(decisions);
  if (visited_.size() >= most_states || !visited_.insert(identity())) return;
  if (decisions.empty()) {
    if (order_.size() < execution_->size() && is_end()) result_->push_back(candidate());
    return;
  }
  // In the order of the execution.
  std::ranges::sort(decisions);
  const std::size_t length = order_.size();
  for (const Position decision : decisions) {
    execute(decision);
    visit();
    take_back_to(length);
  }
}

Candidate StuckExecutions::candidate() const {
  Candidate result;
  result.kept = PositionSet(execution_->size());
  for (const Position position : order_) result.kept.insert(position);
  result.order = order_;
  result.kept_key = key_;
  return result;
}

// Returns whether the task has been created.
bool StuckExecutions::exists(TaskId task) const {
  const Position creation = execution_->creation_of(task);
  return creation == Execution::nowhere || is_done(creation);
}

// Returns whether nothing can run after these events, neither an event of the execution nor another
// step of a task.
bool StuckExecutions::is_end() const {
  for (std::uint32_t task = 0; task < done_.size(); ++task) {
    const Position next = next_of({task});
    if (next != Execution::nowhere && exists({task}) && is_enabled(pending_of((*execution_)[next])))
      return false;
  }
  for (const Pending& waiting : pending_)
    if (exists(waiting.task) && next_of(waiting.task) == Execution::nowhere && !waiting.stopped &&
        !waiting.asleep && is_enabled(waiting))
      return false;
  return true;
}

bool StuckExecutions::is_enabled(const Pending& waiting) const {
  const auto is_done = [this](Position position) { return this->is_done(position); };
  if (const EventId awaited = awaited_event(waiting); awaited.task.exists()) {
    const Position waker = execution_->position_of(awaited);
    if (waker == Execution::nowhere || !is_done(waker)) return false;
  }
  switch (waiting.operation) {
    case OperationKind::start:
      return handlers_.can_start(waiting.task);
    case OperationKind::receive:
      // Sends keep their order, so the first message that it could take is the one of the
      // execution. If it took none there, none that it could take was sent.
      return waiting.other.exists();
    case OperationKind::try_receive:
      return true;
    case OperationKind::leave: {
      // If the task leaves in the execution, it does so once its causes have happened. If it does
      // not leave there, its round has too few arrivals.
      const Position leaving = execution_->position_of({waiting.task, waiting.index});
      return leaving != Execution::nowhere && is_ready(leaving);
    }
    case OperationKind::join: {
      // A task that ends does so in the execution, too.
      const bool ends =
          std::ranges::find(pending_, waiting.other, &Pending::task) == pending_.end();
      const auto joined = execution_->events_of(waiting.other);
      return ends && (joined.empty() || is_done(joined.back()));
    }
    default:
      break;
  }
  LastOperation operation;
  operation.step.task = waiting.task;
  operation.step.operation = waiting.operation;
  operation.step.accesses = Registry::no_accesses();
  operation.object = waiting.object;
  operation.condition = waiting.condition;
  std::vector<Step> forms;
  add_last_steps(operation, is_done, *execution_, *program_, forms);
  return !forms.empty();
}

}  // namespace mazurka
