#include "explore/reversal/imagined_completion.h"

#include <algorithm>

namespace mazurka {

void ImaginedCompletion::State::clear(const Registry& registry) {
  keyer.clear();
  keyer.name_all_tasks();
  observations.clear();
  tasks.assign(registry.task_count(), {});
  live.clear();
  for (std::uint32_t task = 0; task < registry.task_count(); ++task) {
    if (registry.name_of(TaskId{task}).creator.exists()) continue;
    tasks[task].exists = true;
    live.push_back({task});
  }
  running.assign(registry.handler_count(), TaskId::none());
  mailboxes.resize(registry.handler_count());
  for (auto& mailbox : mailboxes) mailbox.clear();
  taken.assign(registry.object_count(), 0);
}

void ImaginedCompletion::State::repeat_others(const Registry& registry, const Step& step,
                                              bool ends_task) {
  switch (step.operation) {
    case OperationKind::start: {
      const HandlerId handler = registry.handler_of(step.task);
      running[handler.value] = step.task;
      auto& mailbox = mailboxes[handler.value];
      if (!mailbox.empty()) std::erase(mailbox, step.task);
      break;
    }
    case OperationKind::post:
      if (const HandlerId to = registry.handler_of(step.other);
          registry.handler(to).discipline == Discipline::fifo)
        mailboxes[to.value].push_back(step.other);
      [[fallthrough]];
    case OperationKind::spawn:
      tasks[step.other.value].exists = true;
      live.insert(std::ranges::upper_bound(live, step.other), step.other);
      break;
    case OperationKind::lock:
    case OperationKind::relock:
    case OperationKind::trylock:
      if (step.succeeded) set_locks(registry, step, true);
      break;
    case OperationKind::unlock:
    case OperationKind::sleep:
      set_locks(registry, step, false);
      break;
    default:
      break;
  }
  if (!ends_task) return;
  tasks[step.task.value].ended = true;
  std::erase(live, step.task);
  const HandlerId handler = registry.handler_of(step.task);
  if (handler.exists()) running[handler.value] = TaskId::none();
}

void ImaginedCompletion::State::set_locks(const Registry& registry, const Step& step,
                                          bool is_taken) {
  for (const Access& access : registry.accesses(step.accesses))
    if (access.kind == AccessKind::lock) taken[access.object.value] = is_taken ? 1 : 0;
}

// An event of the execution, with the past that it has there.
void ImaginedCompletion::keep(State& state, Position position,
                              const AnalysedEvents& analysed) const {
  const Registry& registry = execution_->registry();
  const Event& event = (*execution_)[position];
  const std::span<const Access> accesses = registry.accesses(event.accesses);
  state.keyer.push_known(event, analysed.hashes[position], accesses);
  state.observations.note(event, analysed.histories[position], event.written_value, accesses);
  state.repeat(registry, event, event.ends_task);
}

void ImaginedCompletion::prepare_base(Position length, const AnalysedEvents& analysed) {
  const Registry& registry = execution_->registry();
  const bool fits = base_length_ <= length && base_.tasks.size() == registry.task_count() &&
                    base_.taken.size() == registry.object_count();
  if (!fits) {
    base_.clear(registry);
    base_length_ = 0;
  }
  while (base_length_ < length) keep(base_, base_length_++, analysed);
}

// A step that nobody has seen yet at this place.
void ImaginedCompletion::imagine(const Step& step) {
  const bool updates = step.operation == OperationKind::update;
  std::optional<std::int64_t> written;
  if (step.operation == OperationKind::write) {
    const auto* const before = behaviour_->find(state_.observations.history_of(step.task));
    if (before != nullptr && before->has_next) written = before->written;
  }
  const ObjectId variable = behaviour_->observed_variable(step);
  std::optional<std::int64_t> observed;
  if (variable.exists()) {
    observed = state_.observations.value_of(variable);
    if (!observed) is_certain_ = false;
  }
  if (!behaviour_->is_determined(step)) is_certain_ = false;
  const TraceKey hash = state_.keyer.push(step);
  const History after = state_.observations.after(step, observed, hash);
  const auto* const arrived = behaviour_->find(after);
  bool ends_task = step.ends_task;
  if (arrived != nullptr && arrived->has_arrived) {
    ends_task = arrived->has_ended;
    if (updates) written = arrived->has_written;
  } else {
    is_certain_ = false;
  }
  state_.observations.note(step, after, written,
                           execution_->registry().accesses(step.accesses));
  state_.repeat(execution_->registry(), step, ends_task);
  next_[step.task.value].is_known = false;
}

const Step* ImaginedCompletion::next_of(TaskId task) {
  Next& next = next_[task.value];
  if (!next.is_known) {
    next = {nullptr, true, true};
    const auto* const known = behaviour_->find(state_.observations.history_of(task));
    if (known != nullptr && known->has_next) {
      next.step = &known->next;
    } else if (known == nullptr || !known->has_stopped) {
      next.is_certain = false;
      const EventId id{task, state_.tasks[task.value].next};
      const Position position = execution_->position_of(id);
      next.step =
          position == Execution::nowhere ? behaviour_->last_seen(id) : &(*execution_)[position];
    }
  }
  if (!next.is_certain) is_certain_ = false;
  return next.step;
}

bool ImaginedCompletion::can_start(const Step& step) const {
  const HandlerId handler = execution_->registry().handler_of(step.task);
  if (state_.running[handler.value].exists()) return false;
  const auto& mailbox = state_.mailboxes[handler.value];
  return mailbox.empty() || mailbox.front() == step.task;
}

// An await, as soon as what it waited for in the present execution has happened: a guess.
bool ImaginedCompletion::can_go_on(const Step& await) const {
  const Position position = execution_->position_of(await.id());
  if (position == Execution::nowhere) return false;
  const Position cause = execution_->last_dependency(position);
  if (cause == Execution::nowhere) return true;
  const Event& event = (*execution_)[cause];
  return state_.tasks[event.task.value].next > event.index;
}

bool ImaginedCompletion::can_run(const Step& step) const {
  switch (step.operation) {
    case OperationKind::start:
      return can_start(step);
    case OperationKind::join:
      return state_.tasks[step.other.value].ended;
    case OperationKind::await:
      return can_go_on(step);
    case OperationKind::relock:
      if (state_.tasks[step.other.value].next <= step.other_index) return false;
      [[fallthrough]];
    case OperationKind::lock:
      return std::ranges::none_of(
          execution_->registry().accesses(step.accesses), [&](const Access& access) {
            return access.kind == AccessKind::lock && state_.taken[access.object.value] != 0;
          });
    default:
      return true;
  }
}

const Step* ImaginedCompletion::runnable(TaskId task) {
  const Step* const step = next_of(task);
  return step != nullptr && can_run(*step) ? step : nullptr;
}

// What FreeChoice would pick of all that can run. In the natural order most tasks need not be
// looked at.
const Step* ImaginedCompletion::pick(const Step& last, std::size_t length) {
  if (free_choice_->shuffled()) return pick_shuffled(last, length);
  if (!state_.tasks[last.task.value].ended)
    if (const Step* const step = runnable(last.task)) return step;
  for (const TaskId task : state_.live)
    if (const Step* const step = runnable(task)) return step;
  return nullptr;
}

const Step* ImaginedCompletion::pick_shuffled(const Step& last, std::size_t length) {
  enabled_.clear();
  for (const TaskId task : state_.live) {
    const Step* const step = runnable(task);
    if (step == nullptr) continue;
    enabled_.push_back(step->as_choice());
    if (step->operation == OperationKind::choose) is_certain_ = false;  // there are more
  }
  if (enabled_.empty()) return nullptr;
  return next_[free_choice_->pick(enabled_, length, &last).task.value].step;
}

ImaginedCompletion::Imagined ImaginedCompletion::run(const PlannedSequence& sequence,
                                                     const AnalysedEvents& analysed) {
  prepare_base(sequence.prefix, analysed);
  state_ = base_;
  is_certain_ = sequence.last.has_value();
  next_.assign(state_.tasks.size(), {});
  for (const Position position : sequence.order) keep(state_, position, analysed);
  std::size_t length = sequence.prefix + sequence.order.size();
  for (const Step* step = sequence.last ? &*sequence.last : nullptr; step != nullptr;) {
    const Step now = *step;
    imagine(now);
    step = pick(now, ++length);
  }
  return {state_.keyer.key(), is_certain_};
}

}  // namespace mazurka
