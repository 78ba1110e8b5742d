#include "check/wait_graph.h"

#include <algorithm>
#include <set>

namespace mazurka {

namespace {

WaitKind kind_of(const Pending& pending) {
  if (pending.stopped) return WaitKind::stopped;
  if (pending.cancelled) return WaitKind::cancelled;
  if (pending.enabled) return WaitKind::nothing;
  if (pending.asleep) return WaitKind::signal;
  switch (pending.operation) {
    case OperationKind::lock:
    case OperationKind::relock:
      return WaitKind::lock;
    case OperationKind::join:
      return WaitKind::join;
    case OperationKind::start:
      return WaitKind::mailbox;
    case OperationKind::await:
      return WaitKind::await;
    case OperationKind::leave:
      return WaitKind::barrier;
    case OperationKind::reach:
      return WaitKind::event;
    case OperationKind::receive:
      return WaitKind::message;
    default:
      return WaitKind::nothing;
  }
}

Position later_of(Position a, Position b) {
  if (a == Execution::nowhere) return b;
  return b == Execution::nowhere ? a : std::max(a, b);
}

}  // namespace

WaitGraph::WaitGraph(const FinishedExecution& finished)
    : finished_(finished), held_(held_locks(finished.execution)) {
  for (const Pending& pending : finished.pending) waits_.push_back(understand(pending));
  std::ranges::sort(waits_, {}, &Wait::task);
}

const Wait* WaitGraph::wait_of(TaskId task) const {
  const auto found = std::ranges::lower_bound(waits_, task, {}, &Wait::task);
  return found != waits_.end() && found->task() == task ? &*found : nullptr;
}

const HeldLock* WaitGraph::holding(ObjectId lock) const {
  const auto found = std::ranges::find(held_, lock, &HeldLock::lock);
  return found == held_.end() ? nullptr : &*found;
}

TaskId WaitGraph::running_on(HandlerId handler) const {
  const Registry& registry = finished_.execution.registry();
  for (const Pending& pending : finished_.pending)
    if (pending.index > 0 && registry.handler_of(pending.task) == handler) return pending.task;
  return TaskId::none();
}

// Returns the task itself or, if it does not exist yet, its nearest creator that does.
TaskId WaitGraph::who_can_bring(TaskId task) const {
  const Registry& registry = finished_.execution.registry();
  while (task.exists() &&
         std::ranges::find(finished_.pending, task, &Pending::task) == finished_.pending.end())
    task = registry.name_of(task).creator;
  return task;
}

Wait WaitGraph::understand(const Pending& pending) const {
  const Execution& execution = finished_.execution;
  Wait wait{.kind = kind_of(pending), .pending = pending};
  if (wait.kind == WaitKind::join || wait.kind == WaitKind::event)
    wait.waits_for = who_can_bring(pending.other);
  if (wait.kind == WaitKind::mailbox) {
    wait.waits_for = running_on(execution.registry().handler_of(pending.task));
    if (wait.waits_for.exists()) {
      wait.taken = execution.events_of(wait.waits_for).front();
    } else if (pending.other.exists()) {
      wait.waits_for = who_can_bring(pending.other);
    }
  }
  if (wait.kind == WaitKind::lock) {
    if (const HeldLock* held = holding(pending.object)) {
      wait.waits_for = held->owner;
      wait.taken = held->since;
    }
  }
  const auto own = execution.events_of(pending.task);
  const Position arrived = own.empty() ? execution.creation_of(pending.task) : own.back();
  wait.since = wait.kind == WaitKind::lock ? later_of(arrived, wait.taken) : arrived;
  return wait;
}

std::vector<WaitGraph::Chain> WaitGraph::chains() const {
  std::set<TaskId> told;
  std::vector<Chain> result;

  // A cycle is found from its first task: following the edges leads back to it.
  for (const Wait& start : waits_) {
    Chain chain{.is_cycle = true};
    const Wait* wait = &start;
    for (std::size_t i = 0; wait != nullptr && i < waits_.size(); ++i) {
      chain.tasks.push_back(wait->task());
      wait = wait_of(wait->waits_for);
      if (wait == &start) break;
    }
    if (wait != &start || told.contains(start.task())) continue;
    told.insert(chain.tasks.begin(), chain.tasks.end());
    result.push_back(std::move(chain));
  }

  std::set<TaskId> waited_for;
  for (const Wait& wait : waits_) waited_for.insert(wait.waits_for);
  for (const Wait& start : waits_) {
    if (waited_for.contains(start.task())) continue;  // listed with the task that waits for it
    if (start.kind == WaitKind::cancelled) continue;  // nobody expects it to start
    Chain chain;
    TaskId task = start.task();
    for (const Wait* wait = &start; wait != nullptr && told.insert(task).second;
         wait = wait_of(task)) {
      chain.tasks.push_back(task);
      task = wait->waits_for;
    }
    if (task.exists() && told.insert(task).second) chain.ends_at = task;
    result.push_back(std::move(chain));
  }
  return result;
}

}  // namespace mazurka
