#include "explore/reversal/imagined_completion.h"

#include <algorithm>

namespace mazurka {

void ImaginedCompletion::clear() {
  const Registry& registry = execution_->registry();
  keyer_.clear();
  for (auto task = static_cast<std::uint32_t>(at_first_.size()); task < registry.task_count();
       ++task)
    at_first_.push_back({.exists = !registry.name_of(TaskId{task}).creator.exists()});
  tasks_ = at_first_;
  running_.assign(registry.handler_count(), TaskId::none());
  mailboxes_.resize(registry.handler_count());
  for (auto& mailbox : mailboxes_) mailbox.clear();
  taken_.assign(registry.object_count(), false);
}

void ImaginedCompletion::repeat(const Step& step, const TraceKey& hash, bool ends_task) {
  const Registry& registry = execution_->registry();
  Progress& task = tasks_[step.task.value];
  task.next = step.index + 1;
  task.last = hash;
  task.ended = ends_task;
  switch (step.operation) {
    case OperationKind::start: {
      const HandlerId handler = registry.handler_of(step.task);
      running_[handler.value] = step.task;
      auto& mailbox = mailboxes_[handler.value];
      if (!mailbox.empty()) std::erase(mailbox, step.task);
      break;
    }
    case OperationKind::post:
      if (const HandlerId to = registry.handler_of(step.other);
          registry.handler(to).discipline == Discipline::fifo)
        mailboxes_[to.value].push_back(step.other);
      [[fallthrough]];
    case OperationKind::spawn:
      tasks_[step.other.value].exists = true;
      break;
    case OperationKind::lock:
    case OperationKind::relock:
    case OperationKind::trylock:
      if (step.succeeded) set_locks(step, true);
      break;
    case OperationKind::unlock:
    case OperationKind::sleep:
      set_locks(step, false);
      break;
    default:
      break;
  }
  if (!ends_task) return;
  const HandlerId handler = registry.handler_of(step.task);
  if (handler.exists()) running_[handler.value] = TaskId::none();
}

void ImaginedCompletion::set_locks(const Step& step, bool taken) {
  for (const Access& access : execution_->registry().accesses(step.accesses))
    if (access.kind == AccessKind::lock) taken_[access.object.value] = taken;
}

const Step* ImaginedCompletion::next_of(TaskId task) const {
  const Progress& progress = tasks_[task.value];
  const Position position = execution_->position_of({task, progress.next});
  const Step* present = position == Execution::nowhere ? nullptr : &(*execution_)[position];
  return next_steps_->after({task, progress.next}, progress.last, present);
}

bool ImaginedCompletion::can_start(const Step& step) const {
  const HandlerId handler = execution_->registry().handler_of(step.task);
  if (running_[handler.value].exists()) return false;
  const auto& mailbox = mailboxes_[handler.value];
  return mailbox.empty() || mailbox.front() == step.task;
}

// An await, as soon as what it waited for in the present execution has happened.
bool ImaginedCompletion::can_go_on(const Step& await) const {
  const Position position = execution_->position_of(await.id());
  if (position == Execution::nowhere) return false;
  const Position cause = execution_->last_dependency(position);
  if (cause == Execution::nowhere) return true;
  const Event& event = (*execution_)[cause];
  return tasks_[event.task.value].next > event.index;
}

bool ImaginedCompletion::can_run(const Step& step) const {
  switch (step.operation) {
    case OperationKind::start:
      return can_start(step);
    case OperationKind::join:
      return tasks_[step.other.value].ended;
    case OperationKind::await:
      return can_go_on(step);
    case OperationKind::relock:
      if (tasks_[step.other.value].next <= step.other_index) return false;
      [[fallthrough]];
    case OperationKind::lock:
      return std::ranges::none_of(
          execution_->registry().accesses(step.accesses), [&](const Access& access) {
            return access.kind == AccessKind::lock && taken_[access.object.value];
          });
    default:
      return true;
  }
}

// As the free choice does without a seed: the task that ran last, else the first that can run.
const Step* ImaginedCompletion::pick(TaskId last) {
  const auto step_of = [&](TaskId task) -> const Step* {
    const Progress& progress = tasks_[task.value];
    if (progress.ended || !progress.exists) return nullptr;
    const Step* const step = next_of(task);
    return step != nullptr && can_run(*step) ? step : nullptr;
  };
  if (const Step* const step = step_of(last)) return step;
  for (std::uint32_t task = 0; task < tasks_.size(); ++task)
    if (const Step* const step = step_of({task})) return step;
  return nullptr;
}

TraceKey ImaginedCompletion::run(const PlannedSequence& sequence,
                                 std::span<const TraceKey> hashes) {
  clear();
  const auto keep = [&](Position position) {
    keyer_.push_known((*execution_)[position], hashes[position]);
    repeat((*execution_)[position], hashes[position], (*execution_)[position].ends_task);
  };
  for (Position i = 0; i < sequence.prefix; ++i) keep(i);
  for (const Position position : sequence.order) keep(position);
  const Step* step = sequence.last ? &*sequence.last : nullptr;
  while (step != nullptr) {
    const TraceKey hash = keyer_.push(*step);
    repeat(*step, hash, next_steps_->ends(*step, hash));
    step = pick(step->task);
  }
  return keyer_.key();
}

}  // namespace mazurka
