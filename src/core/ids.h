// Ids of tasks, objects and locations: small dense integers, with a separate type for each kind.
//
// An id means the same in every execution of one exploration (docs/architecture.md, rules 1 and 2).
// The `Registry` says what it stands for.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace mazurka {

template <class Tag>
struct Id {
  static constexpr std::uint32_t none_value = 0xffffffffu;

  std::uint32_t value = none_value;

  static constexpr Id none() { return {}; }
  [[nodiscard]] constexpr bool exists() const { return value != none_value; }
  constexpr auto operator<=>(const Id&) const = default;
};

using TaskId = Id<struct TaskTag>;        // a thread or a message
using ObjectId = Id<struct ObjectTag>;    // a variable, lock, condition variable, handler, mailbox
using HandlerId = Id<struct HandlerTag>;  // runs messages one at a time
using LocationId = Id<struct LocationTag>;    // a location in the source
using AccessListId = Id<struct AccessTag>;    // what an operation touches, interned
using ConditionId = Id<struct ConditionTag>;  // what an `await` waits for, in the current execution

// The index of an event in an execution, counted from 0.
using Position = std::uint32_t;

// The name of an event, which does not depend on the schedule: a task, and the index of the event
// in it.
struct EventId {
  TaskId task;
  std::uint32_t index = 0;
  constexpr auto operator<=>(const EventId&) const = default;
};

}  // namespace mazurka

template <class Tag>
struct std::hash<mazurka::Id<Tag>> {
  std::size_t operator()(mazurka::Id<Tag> id) const noexcept { return id.value; }
};
