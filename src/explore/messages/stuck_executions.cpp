#include "explore/messages/stuck_executions.h"

#include <algorithm>

#include "core/hash.h"

namespace mazurka {
namespace {

// Can a task wait for others here?
bool waits(const Event& event) {
  return waits_for_lock(event.operation) || event.operation == OperationKind::await ||
         event.operation == OperationKind::join ||
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

class StuckExecutions::DoneEvents : public EventSet {
 public:
  DoneEvents(const State& state, const Execution& execution)
      : state_(state), execution_(execution) {}
  [[nodiscard]] bool contains(Position position) const override {
    const Event& event = execution_[position];
    return event.index < state_.done[event.task.value];
  }

 private:
  const State& state_;
  const Execution& execution_;
};

void StuckExecutions::find(std::span<const Pending> pending, std::span<const TraceKey> hashes,
                           std::vector<Candidate>& result) {
  pending_ = pending;
  if (!can_get_stuck()) return;
  ++searches_;
  hashes_ = hashes;
  result_ = &result;
  visited_ = {};
  const Registry& registry = execution_->registry();
  State state;
  state.done.assign(registry.task_count(), 0);
  state.running.resize(registry.handler_count());
  state.mailbox.resize(registry.handler_count());
  visit(std::move(state));
  if (visited_.size() >= most_states) ++given_up_;
}

bool StuckExecutions::can_get_stuck() const {
  const Registry& registry = execution_->registry();
  // It is stuck, or was stopped.
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

// Does the event depend on the start of a message on which the one before it in its task does not?
// (At an early end, the first events that are missing are starts, kept back by handlers that are
// busy: all others can go as soon as their causes have. So whoever is stuck waits for a start.)
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

// Does a fifo handler always start `earlier` before `later`?
bool StuckExecutions::comes_first(TaskId earlier, TaskId later) const {
  const Registry& registry = execution_->registry();
  const HandlerId handler = registry.handler_of(later);
  return handler.exists() && registry.handler_of(earlier) == handler &&
         registry.handler(handler).discipline == Discipline::fifo &&
         execution_->happens_before(execution_->creation_of(earlier),
                                    execution_->creation_of(later));
}

// Is there a task that may be stuck while it has the lock? Not for another lock alone: tasks that
// wait for each other's locks have taken them in an order that the execution does not have. So
// there must be something else behind it, a message that does not start. `asked`: other locks for
// which the question is open.
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

// Of the task that took a lock at `since` and releases it by its event with this index.
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

Position StuckExecutions::next_of(const State& state, TaskId task) const {
  return execution_->position_of({task, state.done[task.value]});
}

bool StuckExecutions::is_ready(const State& state, Position position) const {
  const TaskId own = (*execution_)[position].task;
  for (std::uint32_t task = 0; task < state.done.size(); ++task)
    if (task != own.value && execution_->count(position, {task}) > state.done[task]) return false;
  return true;
}

StuckExecutions::Move StuckExecutions::move_of(const State& state, TaskId task) const {
  const Position next = next_of(state, task);
  if (next == Execution::nowhere || !is_ready(state, next)) return Move::none;
  const Registry& registry = execution_->registry();
  const Event& event = (*execution_)[next];
  if (event.operation == OperationKind::post) {
    const HandlerId to = registry.handler_of(event.other);
    return registry.handler(to).discipline == Discipline::fifo ? Move::decision : Move::at_once;
  }
  if (event.operation != OperationKind::start) return Move::at_once;
  const HandlerId on = registry.handler_of(task);
  if (state.running[on.value].exists()) return Move::none;
  if (registry.handler(on).discipline == Discipline::multiset) return Move::decision;
  return state.mailbox[on.value].front() == task ? Move::at_once : Move::none;
}

void StuckExecutions::execute(State& state, Position position) const {
  const Registry& registry = execution_->registry();
  const Event& event = (*execution_)[position];
  ++state.done[event.task.value];
  state.order.push_back(position);
  state.key += hashes_[position];
  if (event.operation == OperationKind::post) {
    const HandlerId to = registry.handler_of(event.other);
    if (registry.handler(to).discipline == Discipline::fifo)
      state.mailbox[to.value].push_back(event.other);
  }
  const HandlerId on = registry.handler_of(event.task);
  if (!on.exists()) return;
  if (event.operation == OperationKind::start) {
    state.running[on.value] = event.task;
    auto& mailbox = state.mailbox[on.value];
    if (!mailbox.empty()) mailbox.erase(mailbox.begin());
  }
  if (event.ends_task) state.running[on.value] = {};
}

// Two orders that lead to the same events and the same mailboxes can be continued alike.
TraceKey StuckExecutions::identity(const State& state) const {
  TraceKey key = state.key;
  for (std::size_t handler = 0; handler < state.mailbox.size(); ++handler) {
    std::uint64_t waiting = handler;
    for (const TaskId task : state.mailbox[handler]) waiting = mix(waiting, task.value);
    key.high += spread(waiting);
  }
  return key;
}

void StuckExecutions::visit(State state) {
  std::vector<Position> decisions;
  for (bool progress = true; progress;) {
    progress = false;
    decisions.clear();
    for (std::uint32_t task = 0; task < state.done.size(); ++task) {
      Move move = move_of(state, {task});
      for (; move == Move::at_once; move = move_of(state, {task})) {
        execute(state, next_of(state, {task}));
        progress = true;
      }
      if (move == Move::decision) decisions.push_back(next_of(state, {task}));
    }
  }
  if (visited_.size() >= most_states || !visited_.insert(identity(state))) return;
  if (decisions.empty()) {
    if (state.order.size() < execution_->size() && is_end(state))
      result_->push_back(candidate_of(state));
    return;
  }
  // In the order of the execution.
  std::ranges::sort(decisions);
  for (const Position decision : decisions) {
    State next = state;
    execute(next, decision);
    visit(std::move(next));
  }
}

Candidate StuckExecutions::candidate_of(const State& state) const {
  Candidate candidate;
  candidate.kept = PositionSet(execution_->size());
  for (const Position position : state.order) candidate.kept.insert(position);
  candidate.order = state.order;
  candidate.kept_key = state.key;
  return candidate;
}

// Can really nothing go on after these events, not even in a way that the execution does not know?
bool StuckExecutions::is_end(const State& state) const {
  for (std::uint32_t task = 0; task < state.done.size(); ++task) {
    const Position next = next_of(state, {task});
    if (next == Execution::nowhere) continue;
    const Position creation = execution_->creation_of({task});
    const bool exists =
        creation == Execution::nowhere || DoneEvents(state, *execution_).contains(creation);
    if (exists && is_enabled(state, pending_of((*execution_)[next]))) return false;
  }
  for (const Pending& waiting : pending_) {
    const Position creation = execution_->creation_of(waiting.task);
    const bool exists =
        creation == Execution::nowhere || DoneEvents(state, *execution_).contains(creation);
    if (exists && next_of(state, waiting.task) == Execution::nowhere && !waiting.stopped &&
        !waiting.asleep && is_enabled(state, waiting))
      return false;
  }
  return true;
}

bool StuckExecutions::is_enabled(const State& state, const Pending& waiting) const {
  const DoneEvents done(state, *execution_);
  if (const EventId awaited = awaited_event(waiting); awaited.task.exists()) {
    const Position waker = execution_->position_of(awaited);
    if (waker == Execution::nowhere || !done.contains(waker)) return false;
  }
  switch (waiting.operation) {
    case OperationKind::start: {
      const HandlerId on = execution_->registry().handler_of(waiting.task);
      const auto& mailbox = state.mailbox[on.value];
      return !state.running[on.value].exists() &&
             (mailbox.empty() || mailbox.front() == waiting.task);
    }
    case OperationKind::join: {
      // A task that ends does so in the execution, too.
      const bool ends =
          std::ranges::find(pending_, waiting.other, &Pending::task) == pending_.end();
      const auto joined = execution_->events_of(waiting.other);
      return ends && (joined.empty() || done.contains(joined.back()));
    }
    default:
      break;
  }
  LastOperation operation;
  operation.step.task = waiting.task;
  operation.step.operation = waiting.operation;
  operation.object = waiting.object;
  operation.condition = waiting.condition;
  std::vector<Step> forms;
  add_last_steps(operation, done, *execution_, *program_, forms);
  return !forms.empty();
}

}  // namespace mazurka
