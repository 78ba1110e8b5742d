#include "explore/reversal/wanted_events.h"

namespace mazurka {

WantedEvents::OfObject& WantedEvents::of(ObjectId object) {
  if (object.value >= objects_.size()) objects_.resize(registry_->object_count());
  return objects_[object.value];
}

void WantedEvents::assign(std::span<const Step> steps) {
  for (const ObjectId object : touched_) objects_[object.value] = {};
  for (const TaskId task : tasks_) of_task_[task.value].clear();
  touched_.clear();
  tasks_.clear();
  steps_ = steps;
  left_ = steps.size();
  done_.assign(steps.size(), false);
  missing_.assign(steps.size(), 0);
  if (successors_.size() < steps.size()) successors_.resize(steps.size());
  if (of_task_.size() < registry_->task_count()) of_task_.resize(registry_->task_count());
  for (Index i = 0; i < steps.size(); ++i) {
    successors_[i].clear();
    add_causes(i);
    add_conflicts(i);
  }
}

void WantedEvents::add_predecessor(Index before, Index after) {
  successors_[before].push_back(after);
  ++missing_[after];
}

// Program order, creation, join, wake-up.
void WantedEvents::add_causes(Index index) {
  const Step& step = steps_[index];
  auto& own = of_task_[step.task.value];
  if (own.empty()) {
    tasks_.push_back(step.task);
    if (step.index == 0)
      for (Index i = 0; i < index; ++i)
        if (steps_[i].other == step.task && creates_task(steps_[i].operation))
          add_predecessor(i, index);
  } else {
    add_predecessor(own.back(), index);
  }
  own.push_back(index);
  const bool joins = step.operation == OperationKind::join;
  if (!joins && step.operation != OperationKind::relock) return;
  if (!step.other.exists() || step.other.value >= of_task_.size()) return;
  for (const Index i : of_task_[step.other.value])
    if (joins || steps_[i].index == step.other_index) add_predecessor(i, index);
}

void WantedEvents::add_conflicts(Index index) {
  for (const Access& access : registry_->accesses(steps_[index].accesses)) {
    OfObject& object = of(access.object);
    if (object.last_write == none && object.reads.empty()) touched_.push_back(access.object);
    const bool is_read = access.kind == AccessKind::read;
    if (object.last_write != none &&
        table_->conflict(is_read ? AccessKind::write : access.kind, access.kind))
      add_predecessor(object.last_write, index);
    if (is_read) {
      object.reads.push_back(index);
      ++object.reads_left;
      continue;
    }
    if (table_->conflict(access.kind, AccessKind::read))
      for (const Index read : object.reads) add_predecessor(read, index);
    object.reads.clear();
    object.last_write = index;
    ++object.writes_left;
  }
}

WantedEvents::Index WantedEvents::next_of(TaskId task) const {
  if (task.value >= of_task_.size()) return none;
  for (const Index index : of_task_[task.value])
    if (!done_[index]) return index;
  return none;
}

bool WantedEvents::conflicts_with_rest(AccessListId accesses) const {
  for (const Access& access : registry_->accesses(accesses)) {
    if (access.object.value >= objects_.size()) continue;
    const OfObject& object = objects_[access.object.value];
    if (access.kind == AccessKind::read) {
      if (object.writes_left > 0 && table_->conflict(AccessKind::read, AccessKind::write))
        return true;
    } else if ((object.writes_left > 0 && table_->conflict(access.kind, access.kind)) ||
               (object.reads_left > 0 && table_->conflict(access.kind, AccessKind::read))) {
      return true;
    }
  }
  return false;
}

bool WantedEvents::is_posted_here(TaskId message) const {
  for (const Step& step : steps_)
    if (step.operation == OperationKind::post && step.other == message) return true;
  return false;
}

void WantedEvents::mark_behind(const Step& first, TaskId message) {
  const HandlerId handler = registry_->handler_of(message);
  // In a fifo mailbox, those that are there already are in front.
  const bool is_post = first.operation == OperationKind::post;
  behind_.clear();
  is_behind_.assign(steps_.size(), false);
  for (Index i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    if (step.operation == OperationKind::start && step.task != message && !done_[i] &&
        registry_->handler_of(step.task) == handler && (!is_post || is_posted_here(step.task)))
      is_behind_[i] = true;
    if (!is_behind_[i]) continue;
    behind_.push_back(i);
    for (const Index successor : successors_[i]) is_behind_[successor] = true;
  }
}

bool WantedEvents::conflicts_behind(AccessListId accesses) const {
  for (const Index i : behind_)
    if (!done_[i] && conflict(*registry_, *table_, accesses, steps_[i].accesses)) return true;
  return false;
}

void WantedEvents::mark_done(Index index) {
  done_[index] = true;
  --left_;
  for (const Index successor : successors_[index]) --missing_[successor];
  for (const Access& access : registry_->accesses(steps_[index].accesses)) {
    OfObject& object = objects_[access.object.value];
    --(access.kind == AccessKind::read ? object.reads_left : object.writes_left);
  }
}

void WantedEvents::mark_not_done(Index index) {
  done_[index] = false;
  ++left_;
  for (const Index successor : successors_[index]) ++missing_[successor];
  for (const Access& access : registry_->accesses(steps_[index].accesses)) {
    OfObject& object = objects_[access.object.value];
    ++(access.kind == AccessKind::read ? object.reads_left : object.writes_left);
  }
}

}  // namespace mazurka
