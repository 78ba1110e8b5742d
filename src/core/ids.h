// The names of things: small dense integers, each kind a type of its own.
//
// An id means the same in every execution of one exploration (architecture rules 1 and 2); the
// `Registry` says what it means.
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
using LocationId = Id<struct LocationTag>;    // a place in the source
using AccessListId = Id<struct AccessTag>;    // what an operation touches, interned
using ConditionId = Id<struct ConditionTag>;  // what an `await` waits for, in the current execution

// Where an event stands in an execution, counted from 0.
using Position = std::uint32_t;

// The index-th event of a task: the schedule-independent name of an event.
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
