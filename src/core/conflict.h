// The one table of which two operations conflict.
//
// An operation touches objects; two operations of different tasks conflict if they touch a common
// object and the row of the table for that kind of object says so. Besides conflicts, fixed edges
// order events: a task's creation before its first event, its end before a join, a wake-up before
// what the woken task does, and a send before the receive of its message. They are rows too, so
// that tests can switch each of them off and see the property tests fail.
//
// Messages between tasks (send, receive) follow the three rules of [SourceSets17] Section 10:
//   1. Two sends to one task are ordered, whatever they send (send_send).
//   2. A send happens before the receive that takes its message (send_receive). The two race only
//      if the receive has an `after`.
//   3. A receive that runs its `after` happens before a later send of a message that it could take
//      (after_send). Whether it could take it depends on the message and on the values that the
//      receive compares it with, so both are part of the access (Access::detail).
// A receive that takes a message and any other send to the task are independent: the message that
// is taken was sent first. A send that was followed by a receive which ran its `after` although it
// could take the message does not exist. So the relation is a valid one in the sense of Def. 3.2
// of that paper: every order of the events that respects it gives each receive the same message.
//
// Barriers follow these rules, by effect:
//   1. Two arrivals conflict if they belong to different rounds (rounds).
//   2. Each arrival happens before each leaving of its round (arrival). The two never race: a task
//      cannot leave before its round is full.
//   3. Nothing else conflicts, except with what initialises or destroys the barrier.
// Which round an arrival belongs to depends on the state, so it is part of the access. That two
// arrivals belong to one round says that they have changed places, not that any two arrivals that
// come next do: the first of them may fill the round. Who asks about steps that have not been
// executed uses core/barrier_room.h.
//
// There are two relations (Conflicts). They differ in what counts as an access of an operation
// whose effect depends on the state, and Execution::accesses_of() is where they are told apart:
//
//   by_operation   What an operation is decides: a compare-exchange writes. The relation of the
//                  papers, on the command line `--relation papers`.
//   by_effect      What the operation has done decides: a compare-exchange that failed has only
//                  read, and so has a signal or broadcast that woke nobody.
//                  docs/decisions/0013-conflicts-by-effect.md has the rules, and says why nothing
//                  is missed.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/ids.h"

namespace mazurka {

enum class AccessKind : std::uint8_t {
  read,       // of a variable, or of a condition variable by a signal that wakes nobody
  write,      // of a variable, read-modify-writes included
  lock,       // any operation on a lock
  condition,  // any other operation on a condition variable
  handler,    // start or end of a message, where handlers count as locks
  mailbox,    // post to a handler where the order of posts counts, and handlers count as locks
  send,       // puts a message into the mailbox of a task
  take,       // a receive that takes a message out of the mailbox of its task
  after,      // a receive that finds no match in the mailbox of its task, and runs its `after`
  arrive,     // comes to a barrier (conflicts by effect)
  leave,      // leaves a barrier (conflicts by effect)
};
inline constexpr int access_kind_count = 11;

[[nodiscard]] constexpr bool is_at_barrier(AccessKind kind) { return kind >= AccessKind::arrive; }

// Returns whether two accesses of this kind to one object keep no order. All other kinds order the
// accesses to one object totally.
[[nodiscard]] constexpr bool is_read_like(AccessKind kind) {
  return kind == AccessKind::read || kind > AccessKind::send;
}

struct Access {
  ObjectId object;
  AccessKind kind = AccessKind::read;
  // Of `send`: the message. Of `take` and `after`: the filter, which says which messages the
  // receive can take (MessageMatches). Of `arrive` and `leave`: the round. Of a `read` of an await
  // that reads several variables: its
  // memory order (order_of() in step.h). 0 for all others.
  std::uint32_t detail = 0;
  constexpr auto operator<=>(const Access&) const = default;
};

enum class ConflictRow : std::uint8_t {
  read_write,    // a read and a write of one variable
  write_write,   // two writes of one variable
  lock_lock,     // two operations on one lock
  condition,     // two operations on one condition variable
  handler,       // start and end of messages of one handler (handlers as locks)
  mailbox,       // two posts to one handler whose order counts (handlers as locks)
  send_send,     // two sends to one task
  creation,      // post or spawn, and the first event of the new task
  join,          // the last event of a task, and the join of it
  wake,          // what an event waits for, and the event: a signal and the lock of the woken task
  send_receive,  // a send, and the receive that takes its message
  after_send,    // a receive that runs its `after`, and a send of a message that it could take
  success,       // a compare-exchange that has succeeded, and another access (conflicts by effect)
  wakes_task,    // a signal or broadcast that has woken a task, and another operation on the
                 // condition variable (conflicts by effect)
  rounds,        // two arrivals at a barrier that belong to different rounds (conflicts by effect)
  arrival,       // an arrival at a barrier, and a task's leaving after the same round
};
inline constexpr int conflict_row_count = 16;

[[nodiscard]] std::string_view name_of(ConflictRow row);

// Whether conflicts depend on what operations have done, or only on what they are (see the top).
enum class Conflicts : std::uint8_t { by_effect, by_operation };

// Their names on the command line and in files: `default` and `papers`.
[[nodiscard]] std::string_view name_of(Conflicts conflicts);
[[nodiscard]] std::optional<Conflicts> conflicts_named(std::string_view name);

class ConflictTable {
 public:
  ConflictTable() { on_.set(); }
  explicit ConflictTable(Conflicts conflicts) : conflicts_(conflicts) { on_.set(); }
  [[nodiscard]] static ConflictTable of_papers() { return ConflictTable(Conflicts::by_operation); }

  [[nodiscard]] bool by_effect() const { return conflicts_ == Conflicts::by_effect; }
  // Returns the table of the same relation in which no row is missing.
  [[nodiscard]] ConflictTable with_all_rows() const { return ConflictTable(conflicts_); }
  // Returns this table with the relation of the papers.
  [[nodiscard]] ConflictTable as_in_papers() const {
    ConflictTable table = *this;
    table.conflicts_ = Conflicts::by_operation;
    return table;
  }

  [[nodiscard]] bool has(ConflictRow row) const { return on_[static_cast<std::size_t>(row)]; }

  // REQUIRES: both are accesses to the same object.
  [[nodiscard]] bool conflict(AccessKind a, AccessKind b) const {
    if (a == AccessKind::read) return b != AccessKind::read && has(ConflictRow::read_write);
    if (b == AccessKind::read) return has(ConflictRow::read_write);
    if (is_at_barrier(a) || is_at_barrier(b)) return conflict_at_barrier(a, b);
    if (is_read_like(a) || is_read_like(b)) return conflict_in_mailbox(a, b);
    return has(row_of_two(a));
  }

  // Returns whether the two conflict, if the message of the send is one that the receive could take
  // (see the overload of conflict() for two accesses in registry.h).
  [[nodiscard]] bool conflict_in_mailbox(AccessKind a, AccessKind b) const {
    return has(ConflictRow::after_send) && ((a == AccessKind::after && b == AccessKind::send) ||
                                            (a == AccessKind::send && b == AccessKind::after));
  }

  // Returns whether the two conflict, if the rounds are different ones (two arrivals) or the same
  // one (an arrival and a leaving). What initialises or destroys a barrier writes it.
  [[nodiscard]] bool conflict_at_barrier(AccessKind a, AccessKind b) const {
    if (!is_at_barrier(a) || !is_at_barrier(b)) return has(ConflictRow::read_write);
    if (a == AccessKind::leave && b == AccessKind::leave) return false;
    return has(a == b ? ConflictRow::rounds : ConflictRow::arrival);
  }

  // The row for two accesses of this kind, which is not `read`, to one object. Both enumerations
  // list the kinds in the same order (see the assertions below), so no table is looked up.
  [[nodiscard]] static constexpr ConflictRow row_of_two(AccessKind kind) {
    return static_cast<ConflictRow>(static_cast<int>(kind) +
                                    static_cast<int>(ConflictRow::write_write) -
                                    static_cast<int>(AccessKind::write));
  }

  // For mutation tests only: a checker without one of its conflicts must be caught.
  [[nodiscard]] static ConflictTable without(ConflictRow row) {
    ConflictTable table;
    table.on_.reset(static_cast<std::size_t>(row));
    return table;
  }

 private:
  std::bitset<conflict_row_count> on_;
  Conflicts conflicts_ = Conflicts::by_effect;
};
static_assert(ConflictTable::row_of_two(AccessKind::write) == ConflictRow::write_write);
static_assert(ConflictTable::row_of_two(AccessKind::lock) == ConflictRow::lock_lock);
static_assert(ConflictTable::row_of_two(AccessKind::condition) == ConflictRow::condition);
static_assert(ConflictTable::row_of_two(AccessKind::handler) == ConflictRow::handler);
static_assert(ConflictTable::row_of_two(AccessKind::mailbox) == ConflictRow::mailbox);
static_assert(ConflictTable::row_of_two(AccessKind::send) == ConflictRow::send_send);

// Which order between messages of one handler counts (model-language.md, "Happens-before").
enum class Relation : std::uint8_t {
  events,             // none of its own: messages are ordered only by what they do
  handlers_as_locks,  // a handler is a lock; posts to it conflict if post_is_choice()
};

class Registry;
struct Step;

// Returns whether `later` directly depends on `earlier`, which runs before it. The steps need not
// stand in one execution: initials, sleep sets and wakeup trees ask whether two steps must keep
// their order.
[[nodiscard]] bool depends(const Registry& registry, const ConflictTable& table,
                           const Step& earlier, const Step& later);

}  // namespace mazurka
