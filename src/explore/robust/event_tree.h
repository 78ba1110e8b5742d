// Which event of the environment each task belongs to, and the order of the single-thread
// semantics.
//
// An event here is what the environment sends to the main handler: a message of it that is posted
// by a task that belongs to no event. Whatever it posts or spawns, directly or not, belongs to it.
//   Paper  [Robustness17] Section 3; event = j, task = invocation i, the order = <dfs.
#pragma once

#include <vector>

#include "core/execution.h"
#include "core/registry.h"

namespace mazurka {

class EventTree {
 public:
  EventTree(const Registry& registry, HandlerId main) : registry_(&registry), main_(main) {}

  // The first message of the event that the task belongs to; none: it belongs to no event.
  [[nodiscard]] TaskId event_of(TaskId task) const;
  [[nodiscard]] bool is_event(TaskId task) const { return event_of(task) == task; }
  [[nodiscard]] HandlerId main() const { return main_; }
  [[nodiscard]] bool runs_on_main(TaskId task) const {
    return registry_->handler_of(task) == main_;
  }

  // Was `task` created by `ancestor`, directly or not? False if they are equal.
  [[nodiscard]] bool is_descendant(TaskId task, TaskId ancestor) const;
  // The one between them that `ancestor` itself created. REQUIRES: is_descendant.
  [[nodiscard]] TaskId child_towards(TaskId ancestor, TaskId task) const;
  // Is one of the tasks between them, `task` included, a message of the main handler?
  [[nodiscard]] bool is_led_to_through_main(TaskId ancestor, TaskId task) const;

  // Does the single-thread semantics run `a` before `b`: is it first in the depth-first traversal
  // of the call tree? REQUIRES: both belong to the same event.
  [[nodiscard]] bool comes_first(TaskId a, TaskId b) const;

 private:
  [[nodiscard]] TaskId creator(TaskId task) const { return registry_->name_of(task).creator; }
  [[nodiscard]] std::size_t depth(TaskId task) const;

  const Registry* registry_;
  HandlerId main_;
  mutable std::vector<TaskId> event_of_;  // by task, as far as it was asked for
};

// How an event touches an object, as far as robustness is concerned: taking and releasing a lock
// orders tasks but gives them nothing to see, so these two count as reads; a trylock sees whether
// the lock is free, and operations on condition variables who sleeps: they count as writes.
[[nodiscard]] bool counts_as_write(const Event& event, const Access& access);

// Do two events touch a common object, one of them writing?
[[nodiscard]] bool conflict_in_memory(const Registry& registry, const Event& a, const Event& b);

}  // namespace mazurka
