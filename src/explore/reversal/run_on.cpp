#include "explore/reversal/run_on.h"

#include <algorithm>

#include "core/invariant.h"

namespace mazurka {

void HeldUp::clear() {
  tasks_.assign(registry_->task_count(), false);
  reads_.assign(registry_->object_count(), false);
  writes_.assign(registry_->object_count(), false);
}

void HeldUp::add(const Step& step) {
  tasks_[step.task.value] = true;
  if (creates_task(step.operation)) tasks_[step.other.value] = true;
  for (const Access& access : registry_->accesses(step.accesses))
    (access.kind == AccessKind::read ? reads_ : writes_)[access.object.value] = true;
}

bool HeldUp::depends(const Step& step) const {
  if (tasks_[step.task.value]) return true;
  const bool follows =
      step.operation == OperationKind::join || step.operation == OperationKind::relock;
  if (follows && step.other.exists() && tasks_[step.other.value]) return true;
  for (const Access& access : registry_->accesses(step.accesses)) {
    const bool is_read = access.kind == AccessKind::read;
    if (writes_[access.object.value] &&
        table_->conflict(is_read ? AccessKind::write : access.kind, access.kind))
      return true;
    if (!is_read && reads_[access.object.value] && table_->conflict(access.kind, AccessKind::read))
      return true;
  }
  return false;
}

bool RunOn::extend(std::span<const Choice> prefix, std::vector<Step>& steps,
                   std::vector<Step>& left_out) {
  give_up_what_conflicts(steps.back(), left_out);
  const bool could_tell_apart = std::ranges::any_of(left_out, [&](const Step& step) {
    return !program_->registry().accesses(step.accesses).empty();
  });
  if (!could_tell_apart) return false;
  ++runs_;
  tells_apart_ = false;
  program_->restart();
  for (const Choice choice : prefix) (void)program_->step(choice);
  for (const Step& step : steps) {
    const bool possible = program_->step(step.as_choice()) != nullptr;
    MAZURKA_INVARIANT(possible, "a planned sequence can be run");
  }
  events_ += prefix.size() + steps.size();
  while (!left_out.empty() &&
         (run_left_out(steps, left_out) || run_message_in_the_way(steps, left_out))) {
  }
  return tells_apart_;
}

// Takes away what conflicts with the step, and what depends on that.
void RunOn::give_up_what_conflicts(const Step& step, std::vector<Step>& left_out) {
  held_up_.clear();
  const auto goes = [&](const Step& other) {
    const bool conflicts = other.task == step.task ||
                           conflict(program_->registry(), *table_, step.accesses, other.accesses);
    if (!conflicts && !held_up_.depends(other)) return false;
    held_up_.add(other);
    return true;
  };
  std::erase_if(left_out, goes);
}

// Everything that can run, in order; returns whether something could.
bool RunOn::run_left_out(std::vector<Step>& steps, std::vector<Step>& left_out) {
  held_up_.clear();
  const std::size_t before = left_out.size();
  std::erase_if(left_out, [&](const Step& step) {
    const Event* event = held_up_.depends(step) ? nullptr : program_->step(step.as_choice());
    if (event == nullptr) {
      held_up_.add(step);
      return false;
    }
    ++events_;
    if (!program_->registry().accesses(event->accesses).empty()) tells_apart_ = true;
    steps.push_back(*event);
    return true;
  });
  return left_out.size() < before;
}

// One step of a message that keeps a handler busy which something left out needs.
bool RunOn::run_message_in_the_way(std::vector<Step>& steps, std::vector<Step>& left_out) {
  const Registry& registry = program_->registry();
  pending_.clear();
  program_->pending(pending_);
  for (const Pending& running : pending_) {
    const HandlerId handler = registry.handler_of(running.task);
    if (!handler.exists() || !running.enabled || running.operation == OperationKind::start)
      continue;
    const bool in_the_way = std::ranges::any_of(left_out, [&](const Step& step) {
      return step.operation == OperationKind::start && registry.handler_of(step.task) == handler;
    });
    if (!in_the_way) continue;
    const auto enabled = program_->enabled();
    const Event* event = program_->step(*std::ranges::find(enabled, running.task, &Choice::task));
    ++events_;
    give_up_what_conflicts(*event, left_out);
    steps.push_back(*event);
    return true;
  }
  return false;
}

}  // namespace mazurka
