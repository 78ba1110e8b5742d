// Records of events: what is needed to order an event and to run it again (Step), and what a report
// shows in addition (Event).
#pragma once

#include <cstdint>

#include "core/conflict.h"
#include "core/ids.h"
#include "core/memory_order.h"
#include "core/operation.h"

namespace mazurka {

// Which task runs next, and which of its alternatives it takes: the value of a `choose`, or the
// task that a `signal` wakes (value_waking). The value is 0 for an operation without alternatives.
struct Choice {
  TaskId task;
  std::uint32_t value = 0;
  constexpr auto operator<=>(const Choice&) const = default;
};

// The `value` of a signal without a sleeper.
inline constexpr std::uint32_t wakes_nobody = TaskId::none_value;

// Return the `value` of a signal that wakes a task, whether a value is one, and which task it wakes
// (none for wakes_nobody). A value of a `choose` is smaller than all of them, so that a choice can
// be passed to another process without its operation (portable_schedule.h).
inline constexpr std::uint32_t first_waking_value = 0x8000'0000u;
[[nodiscard]] constexpr std::uint32_t value_waking(TaskId task) {
  return task.exists() ? first_waking_value + task.value : wakes_nobody;
}
[[nodiscard]] constexpr bool wakes_task(std::uint32_t value) {
  return value >= first_waking_value && value != wakes_nobody;
}
[[nodiscard]] constexpr TaskId woken_task(std::uint32_t value) {
  return wakes_task(value) ? TaskId{value - first_waking_value} : TaskId::none();
}

struct Step {
  TaskId task;
  std::uint32_t index = 0;   // the index-th event of its task
  std::uint32_t choice = 0;  // see Choice::value
  AccessListId accesses;     // what it touches (Registry::accesses)
  TaskId other;              // the task it creates (post, spawn), joins, wakes (signal), sends a
                             // message to, or whose event it waits for (see awaited_event) or
                             // receives the message of (see received_event)
  // Which event of `other` it waits for or receives from. Of `arrive`: the room in its round (see
  // core/barrier_room.h).
  std::uint32_t other_index = 0;
  OperationKind operation = OperationKind::choose;
  // False for a trylock that did not get the lock, for a cas that did not write, for a signal or
  // broadcast that woke nobody, for a sleep on a futex whose value has changed, which therefore
  // does not sleep, and for a receive that runs its `after`.
  bool succeeded = true;
  bool ends_task = false;  // the task ends with this event
  // The task looks at a clock after this event and before its next one. What it sees there depends
  // on the causal past of the event, not only on what the task has read.
  bool reads_clock = false;
  UpdateKind update = UpdateKind::other;
  // Of UpdateKind::compare: the value that it expects. Of `arrive` and `leave`: operand_of_round().
  // 0 for all others.
  std::int64_t operand = 0;

  [[nodiscard]] EventId id() const { return {task, index}; }
  [[nodiscard]] Choice as_choice() const { return {task, choice}; }
};

// The operand of an arrival at a barrier and of the leaving: its round, counted from 0, and how
// many arrivals a round has.
[[nodiscard]] constexpr std::int64_t operand_of_round(std::uint32_t round, std::uint32_t parties) {
  return static_cast<std::int64_t>(std::uint64_t{parties} << 32 | round);
}
[[nodiscard]] inline std::uint32_t round_of(const Step& step) {
  return static_cast<std::uint32_t>(step.operand);
}
[[nodiscard]] inline std::uint32_t parties_of(const Step& step) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(step.operand) >> 32);
}

// Returns the event of another task that this step waits for, and therefore happens after in every
// execution: the signal that woke a relock, the event that a reach waits for, the event that opened
// the handler of a start, the send of the message that a receive without `after` takes. Most steps
// have none.
template <class StepOrPending>
[[nodiscard]] EventId awaited_event(const StepOrPending& step) {
  const bool waits =
      step.operation == OperationKind::relock || step.operation == OperationKind::reach ||
      step.operation == OperationKind::start || step.operation == OperationKind::receive;
  return waits ? EventId{step.other, step.other_index} : EventId{};
}

// Returns the send whose message a receive takes. A receive that runs its `after`, and every other
// step, has none.
template <class StepOrPending>
[[nodiscard]] EventId received_event(const StepOrPending& step) {
  return receives(step.operation) ? EventId{step.other, step.other_index} : EventId{};
}

// One executed visible operation: a step, and what a report shows of it.
struct Event : Step {
  ObjectId object;        // what it operates on: a variable, lock, condition variable, handler
  LocationId location;    //
  ConditionId condition;  // of an await
  MemoryOrder order = MemoryOrder::sequential;  // of accesses; those of models are all atomic
  Fences fences;                                // of its task, since the event before this one
  std::int64_t read_value = 0;                  // what a read or update read; what a choose picked
  std::int64_t written_value = 0;  // by write, update (if it wrote nothing: the old value)
  std::uint32_t message = 0;       // that a send sends or a receive takes (MessageMatches)
};

// The `detail` of an access that has another memory order than its event.
[[nodiscard]] constexpr std::uint32_t detail_of(MemoryOrder order) {
  return static_cast<std::uint32_t>(order) + 1;
}

// Returns the memory order of one of the event's accesses to variables. An await may read several
// variables, each with an order of its own; otherwise it is that of the event.
[[nodiscard]] constexpr MemoryOrder order_of(const Event& event, const Access& access) {
  return access.kind == AccessKind::read && access.detail != 0
             ? static_cast<MemoryOrder>(access.detail - 1)
             : event.order;
}

// Returns whether two events are the same as far as can be told before the task runs on. Replays
// compare events in this way.
[[nodiscard]] inline bool is_same_operation(const Event& a, const Event& b) {
  return a.operation == b.operation && a.object == b.object && a.other == b.other &&
         a.read_value == b.read_value && a.location == b.location;
}

// Returns whether the step is a receive that runs its `after`.
[[nodiscard]] inline bool runs_after(const Step& step) {
  return step.operation == OperationKind::try_receive && !step.succeeded;
}

// Returns whether the task holds the lock of this event after it.
[[nodiscard]] inline bool acquires_lock(const Step& step) {
  return waits_for_lock(step.operation) ||
         (step.operation == OperationKind::trylock && step.succeeded);
}
[[nodiscard]] inline bool writes_variable(const Step& step) {
  return step.operation == OperationKind::write || step.operation == OperationKind::update;
}

}  // namespace mazurka
