// What one event does.
#pragma once

#include <cstdint>
#include <string_view>

namespace mazurka {

enum class OperationKind : std::uint8_t {
  read,         // of a variable
  write,        // of a variable
  update,       // atomic read-modify-write; counts as a write even if it writes nothing
  await,        // blocks until a condition over variables holds; reads what the evaluation reads
  lock,         // blocks until the lock is free
  trylock,      // never blocks
  unlock,       //
  sleep,        // first half of `wait`: releases the lock and sleeps on the condition variable
  relock,       // second half of `wait`: woken, takes the lock again
  signal,       // wakes one sleeper, if there is one
  broadcast,    // wakes all sleepers
  post,         // puts a message into a mailbox
  spawn,        // starts a thread
  join,         // blocks until a thread has ended
  start,        // first event of a message: takes it out of the mailbox
  choose,       // picks a value
  reach,        // passes a point that other tasks can wait for; may wait for such a point itself
  send,         // puts a message into the mailbox of a task
  receive,      // takes the first matching message out of the mailbox; blocks until there is one
  try_receive,  // takes the first matching message, or runs its `after` if there is none
  arrive,       // comes to a barrier, and so belongs to one of its rounds
  leave,        // blocks until the round of the barrier that its task belongs to is full
};
inline constexpr int operation_kind_count = 22;

[[nodiscard]] std::string_view name_of(OperationKind kind);

// What an update does, as far as conflicts by effect depend on it (conflict.h).
enum class UpdateKind : std::uint8_t {
  other,
  compare,  // writes if the variable has the value Step::operand, and fails otherwise
};

// Is it an access to one variable and nothing else? Then it neither waits, creates, wakes nor takes
// anything, and cannot be disabled. One comparison, because every event of every execution is
// asked.
[[nodiscard]] constexpr bool is_variable_access(OperationKind kind) {
  return kind <= OperationKind::update;
}
static_assert(static_cast<int>(OperationKind::read) == 0 &&
                  static_cast<int>(OperationKind::write) == 1 &&
                  static_cast<int>(OperationKind::update) == 2,
              "is_variable_access relies on read, write and update being the first three kinds");
static_assert(!is_variable_access(OperationKind::await),
              "an await reads variables, but it can be disabled");

// Returns whether other tasks can disable the operation again. All other operations can run as soon
// as their task reaches them. (Join, reach, receive and leave wait, too, but nothing can disable
// them again.)
[[nodiscard]] constexpr bool can_be_disabled(OperationKind kind) {
  return kind == OperationKind::lock || kind == OperationKind::relock ||
         kind == OperationKind::await || kind == OperationKind::start;
}

[[nodiscard]] constexpr bool waits_for_lock(OperationKind kind) {
  return kind == OperationKind::lock || kind == OperationKind::relock;
}

[[nodiscard]] constexpr bool creates_task(OperationKind kind) {
  return kind == OperationKind::post || kind == OperationKind::spawn;
}

[[nodiscard]] constexpr bool receives(OperationKind kind) {
  return kind == OperationKind::receive || kind == OperationKind::try_receive;
}

[[nodiscard]] constexpr bool wakes(OperationKind kind) {
  return kind == OperationKind::signal || kind == OperationKind::broadcast;
}

}  // namespace mazurka
