// Maps each task to its event of the environment, and defines the order of tasks in the
// single-thread semantics.
//
// An event is a message of the main handler that is posted by a task that belongs to no event. All
// tasks that this message posts or spawns, directly or indirectly, belong to the event.
//   Paper  [Robustness17] Section 3; event = j, task = invocation i, the order = <dfs.
#pragma once

#include <vector>

#include "core/execution.h"
#include "core/registry.h"

namespace mazurka {

class EventTree {
 public:
  EventTree(const Registry& registry, HandlerId main) : registry_(&registry), main_(main) {}

  // Returns the first message of the event that the task belongs to, or none if it belongs to no
  // event.
  [[nodiscard]] TaskId event_of(TaskId task) const;
  [[nodiscard]] bool is_event(TaskId task) const { return event_of(task) == task; }
  [[nodiscard]] HandlerId main() const { return main_; }
  [[nodiscard]] bool runs_on_main(TaskId task) const {
    return registry_->handler_of(task) == main_;
  }

  // Returns whether `ancestor` created `task`, directly or indirectly. False if they are equal.
  [[nodiscard]] bool is_descendant(TaskId task, TaskId ancestor) const;
  // Returns the child of `ancestor` that is `task` or an ancestor of it. REQUIRES:
  // is_descendant(task, ancestor).
  [[nodiscard]] TaskId child_towards(TaskId ancestor, TaskId task) const;
  // Returns whether `task`, or a task between it and `ancestor`, is a message of the main handler.
  // REQUIRES: is_descendant(task, ancestor).
  [[nodiscard]] bool is_led_to_through_main(TaskId ancestor, TaskId task) const;

  // Returns whether the single-thread semantics runs `a` before `b`, that is, whether `a` comes
  // first in the depth-first traversal of the call tree. REQUIRES: both belong to the same event.
  [[nodiscard]] bool comes_first(TaskId a, TaskId b) const;

 private:
  [[nodiscard]] TaskId creator(TaskId task) const { return registry_->name_of(task).creator; }
  [[nodiscard]] std::size_t depth(TaskId task) const;

  const Registry* registry_;
  HandlerId main_;
  mutable std::vector<TaskId> event_of_;  // cache, by task
};

// Returns whether the access counts as a write for robustness. Taking and releasing a lock orders
// tasks, but the tasks observe nothing by it, so both count as reads. A trylock observes whether
// the lock is free, and operations on condition variables depend on which tasks sleep, so they
// count as writes.
[[nodiscard]] bool counts_as_write(const Event& event, const Access& access);

// Returns whether the event cancels a task, or is the start of a task that can be cancelled. The
// order of the two is not a conflict between events: a programmer who cancels a task wants both
// results.
[[nodiscard]] bool is_about_cancelling(const Registry& registry, const Event& event);

// Returns whether the two events access a common object and one of them counts as a write.
[[nodiscard]] bool conflict_in_memory(const Registry& registry, const Event& a, const Event& b);

}  // namespace mazurka
