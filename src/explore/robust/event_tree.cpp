#include "explore/robust/event_tree.h"

namespace mazurka {

TaskId EventTree::event_of(TaskId task) const {
  // A creator has a smaller id than the tasks that it creates, so its entry is filled first.
  for (auto i = static_cast<std::uint32_t>(event_of_.size()); i <= task.value; ++i) {
    const TaskId creator_of_it = creator(TaskId{i});
    TaskId event = creator_of_it.exists() ? event_of_[creator_of_it.value] : TaskId::none();
    if (!event.exists() && runs_on_main(TaskId{i})) event = TaskId{i};
    event_of_.push_back(event);
  }
  return event_of_[task.value];
}

bool EventTree::is_descendant(TaskId task, TaskId ancestor) const {
  for (TaskId t = creator(task); t.exists(); t = creator(t))
    if (t == ancestor) return true;
  return false;
}

TaskId EventTree::child_towards(TaskId ancestor, TaskId task) const {
  while (creator(task) != ancestor) task = creator(task);
  return task;
}

bool EventTree::is_led_to_through_main(TaskId ancestor, TaskId task) const {
  for (TaskId t = task; t != ancestor; t = creator(t))
    if (runs_on_main(t)) return true;
  return false;
}

std::size_t EventTree::depth(TaskId task) const {
  std::size_t result = 0;
  for (TaskId t = creator(task); t.exists(); t = creator(t)) ++result;
  return result;
}

bool EventTree::comes_first(TaskId a, TaskId b) const {
  if (a == b) return false;
  std::size_t depth_of_a = depth(a);
  std::size_t depth_of_b = depth(b);
  const bool a_is_higher = depth_of_a < depth_of_b;
  for (; depth_of_a > depth_of_b; --depth_of_a) a = creator(a);
  for (; depth_of_b > depth_of_a; --depth_of_b) b = creator(b);
  if (a == b) return a_is_higher;
  while (creator(a) != creator(b)) {
    a = creator(a);
    b = creator(b);
  }
  return registry_->name_of(a).ordinal < registry_->name_of(b).ordinal;
}

bool counts_as_write(const Event& event, const Access& access) {
  if (access.kind == AccessKind::read) return false;
  if (access.kind == AccessKind::lock) return event.operation == OperationKind::trylock;
  return true;
}

bool is_about_cancelling(const Registry& registry, const Event& event) {
  const auto accesses = registry.accesses(event.accesses);
  return accesses.size() == 1 && registry.cancelled_by(accesses.front().object).exists();
}

bool conflict_in_memory(const Registry& registry, const Event& a, const Event& b) {
  for (const Access& one : registry.accesses(a.accesses))
    for (const Access& other : registry.accesses(b.accesses))
      if (one.object == other.object && (counts_as_write(a, one) || counts_as_write(b, other)))
        return true;
  return false;
}

}  // namespace mazurka
