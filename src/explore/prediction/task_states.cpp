#include "explore/prediction/task_states.h"

#include <algorithm>

namespace mazurka {

void TaskStates::clear() {
  keyer.clear();
  observations.clear();
  tasks.clear();
  live_.clear();
  handlers_.clear();
  taken_.clear();
  make_room();
}

void TaskStates::make_room() {
  if (taken_.size() != registry_->object_count()) taken_.resize(registry_->object_count(), 0);
  if (tasks.size() == registry_->task_count()) return;
  for (auto task = static_cast<std::uint32_t>(tasks.size()); task < registry_->task_count();
       ++task) {
    const bool is_first = !registry_->name_of(TaskId{task}).creator.exists();
    tasks.push_back({.exists = is_first});
    if (is_first) live_.push_back({task});
  }
  std::ranges::sort(live_, order());
}

// --- Events --------------------------------------------------------------------------------------

void TaskStates::repeat_others(const Step& step, bool ends_task) {
  switch (step.operation) {
    case OperationKind::start:
      handlers_.start(step.task);
      break;
    case OperationKind::post:
      handlers_.post(step.other);
      [[fallthrough]];
    case OperationKind::spawn:
      tasks[step.other.value].exists = true;
      live_.insert(std::ranges::upper_bound(live_, step.other, order()), step.other);
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
  tasks[step.task.value].ended = true;
  live_.erase(std::ranges::lower_bound(live_, step.task, order()));
  handlers_.end(step.task);
}

void TaskStates::set_locks(const Step& step, bool is_taken) {
  for (const Access& access : registry_->accesses(step.accesses))
    if (access.kind == AccessKind::lock) taken_[access.object.value] = is_taken ? 1 : 0;
}

// --- Taking back ---------------------------------------------------------------------------------

void TaskStates::take_back_to(Position length, const AnalysedEvents& analysed) {
  const auto is_kept = [&](Position position) { return position < length; };
  touched_.clear();
  for (Position position = execution_->size(); position-- > length;)
    take_back_one(position, analysed);
  restore_touched(analysed, is_kept);
}

void TaskStates::take_back(std::span<const Position> dropped, const PositionSet& kept,
                           const AnalysedEvents& analysed) {
  const auto is_kept = [&](Position position) { return kept[position]; };
  touched_.clear();
  for (auto position = dropped.rbegin(); position != dropped.rend(); ++position)
    take_back_one(*position, analysed);
  restore_touched(analysed, is_kept);
}

// Takes back the event, except for what it left in the objects that it accessed: these are added to
// touched_ and restored once, in the end. REQUIRES: all later events of its task, and all events of
// the task that it creates, were taken back.
void TaskStates::take_back_one(Position position, const AnalysedEvents& analysed) {
  const Event& event = (*execution_)[position];
  OfTask& task = tasks[event.task.value];
  task.next = event.index;
  keyer.take_back(event, analysed.hashes[position]);
  if (event.index > 0) {
    const Position last = execution_->position_of({event.task, event.index - 1});
    keyer.set_last_of(event.task, &analysed.hashes[last]);
    observations.set_history(event.task, analysed.histories[last]);
  } else {
    const Position creation = execution_->creation_of(event.task);
    keyer.set_last_of(event.task, nullptr);
    observations.set_history(
        event.task, creation == Execution::nowhere
                        ? History{0}
                        : Observations::first_history(analysed.histories[creation], event.task));
  }
  for (const Access& access : registry_->accesses(event.accesses))
    touched_.push_back(access.object);
  if (is_variable_access(event.operation) && !event.ends_task) return;
  handlers_.take_back(event);
  if (event.ends_task) {
    task.ended = false;
    live_.insert(std::ranges::upper_bound(live_, event.task, order()), event.task);
  }
  if (!creates_task(event.operation)) return;
  tasks[event.other.value].exists = false;
  live_.erase(std::ranges::lower_bound(live_, event.other, order()));
}

template <class IsKept>
void TaskStates::restore_touched(const AnalysedEvents& analysed, IsKept is_kept) {
  std::ranges::sort(touched_);
  touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
  for (const ObjectId object : touched_) restore(object, analysed, is_kept);
}

// Sets what the state says about the object to what the kept events left: the last accesses, the
// last write, and whether it is a lock that is held. (A trylock that failed did not change that.)
template <class IsKept>
void TaskStates::restore(ObjectId object, const AnalysedEvents& analysed, IsKept is_kept) {
  const LeftOfObject left = left_of(object, *execution_, analysed.hashes, is_kept);
  const Execution::AccessRecord* record = left.record;
  keyer.set_accesses_of(object, record == nullptr ? TraceKey{} : analysed.hashes[record->position],
                        left.reads);
  const bool is_written = record != nullptr && record->kind == AccessKind::write;
  observations.set_last_write(object, is_written ? &(*execution_)[record->position] : nullptr);
  const auto is_failed_trylock = [&] {
    const Event& event = (*execution_)[record->position];
    return event.operation == OperationKind::trylock && !event.succeeded;
  };
  while (record != nullptr && is_failed_trylock()) {
    do record = execution_->previous(record);
    while (record != nullptr && !is_kept(record->position));
  }
  const bool is_taken = record != nullptr && record->kind == AccessKind::lock &&
                        acquires_lock((*execution_)[record->position]);
  taken_[object.value] = is_taken ? 1 : 0;
}

}  // namespace mazurka
