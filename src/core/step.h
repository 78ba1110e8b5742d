// What must be known of an event to order it against others, and how to make the task do it again.
#pragma once

#include <cstdint>

#include "core/ids.h"
#include "core/memory_order.h"
#include "core/operation.h"

namespace mazurka {

// Which task goes next, and which of its alternatives: the value of a `choose`, or the task that a
// `signal` wakes. 0 where there is no alternative.
struct Choice {
  TaskId task;
  std::uint32_t value = 0;
  constexpr auto operator<=>(const Choice&) const = default;
};

// The `value` of a signal that finds nobody asleep.
inline constexpr std::uint32_t wakes_nobody = TaskId::none_value;

struct Step {
  TaskId task;
  std::uint32_t index = 0;   // the index-th event of its task
  std::uint32_t choice = 0;  // see Choice::value
  AccessListId accesses;     // what it touches (Registry::accesses)
  TaskId other;              // the task it creates (post, spawn), joins, wakes (signal), or whose
                             // event it waits for (see awaited_event)
  std::uint32_t other_index = 0;  // which event of `other` it waits for
  OperationKind operation = OperationKind::choose;
  // False: a trylock that did not get the lock, a cas that did not write, a sleep that found the
  // value of its futex changed and does not sleep.
  bool succeeded = true;
  bool ends_task = false;  // the task ends with this event

  [[nodiscard]] EventId id() const { return {task, index}; }
  [[nodiscard]] Choice as_choice() const { return {task, choice}; }
};

// The event of another task that this one waits for, and so happens after in every execution: what
// woke a relock, what a reach waits for, what opened the handler of a start. None, as a rule.
template <class StepOrPending>
[[nodiscard]] EventId awaited_event(const StepOrPending& step) {
  const bool waits = step.operation == OperationKind::relock ||
                     step.operation == OperationKind::reach ||
                     step.operation == OperationKind::start;
  return waits ? EventId{step.other, step.other_index} : EventId{};
}

// One executed visible operation. What a report shows of it goes beyond what orders it.
struct Event : Step {
  ObjectId object;        // what it operates on: a variable, lock, condition variable, handler
  LocationId location;    //
  ConditionId condition;  // of an await
  MemoryOrder order = MemoryOrder::sequential;  // of accesses; those of models are all atomic
  Fences fences;                                // of its task, since the event before this one
  std::int64_t read_value = 0;                  // by read, update; the value picked by choose
  std::int64_t written_value = 0;  // by write, update (if it wrote nothing: the old value)
};

// Is it what the task did before, as far as can be told without running on? Replays compare that.
[[nodiscard]] inline bool is_same_operation(const Event& a, const Event& b) {
  return a.operation == b.operation && a.object == b.object && a.other == b.other &&
         a.read_value == b.read_value && a.location == b.location;
}

// Returns whether the task owns its lock after this step.
[[nodiscard]] inline bool acquires_lock(const Step& step) {
  return waits_for_lock(step.operation) ||
         (step.operation == OperationKind::trylock && step.succeeded);
}
[[nodiscard]] inline bool writes_variable(const Step& step) {
  return step.operation == OperationKind::write || step.operation == OperationKind::update;
}

}  // namespace mazurka
