// The one table of which two operations conflict.
//
// An operation touches objects; two operations of different tasks conflict if they touch a common
// object and the row of the table for that kind of object says so. Besides conflicts, three fixed
// edges order events: a task's creation before its first event, its end before a join, and a
// wake-up before what the woken task does. They are rows too, so that tests can switch each of them
// off and see the property tests fail.
#pragma once

#include <bitset>
#include <cstdint>
#include <string_view>

#include "core/ids.h"

namespace mazurka {

enum class AccessKind : std::uint8_t {
  read,       // of a variable
  write,      // of a variable, read-modify-writes included
  lock,       // any operation on a lock
  condition,  // any operation on a condition variable
  handler,    // start or end of a message, where handlers count as locks
  mailbox,    // post to a handler where the order of posts counts, and handlers count as locks
};

struct Access {
  ObjectId object;
  AccessKind kind = AccessKind::read;
  constexpr auto operator<=>(const Access&) const = default;
};

enum class ConflictRow : std::uint8_t {
  read_write,   // a read and a write of one variable
  write_write,  // two writes of one variable
  lock_lock,    // two operations on one lock
  condition,    // two operations on one condition variable
  handler,      // start and end of messages of one handler (handlers as locks)
  mailbox,      // two posts to one handler whose order counts (handlers as locks)
  creation,     // post or spawn, and the first event of the new task
  join,         // the last event of a task, and the join of it
  wake,         // what an event waits for, and the event: a signal and the lock of the woken task
};
inline constexpr int conflict_row_count = 9;

[[nodiscard]] std::string_view name_of(ConflictRow row);

class ConflictTable {
 public:
  ConflictTable() { on_.set(); }

  [[nodiscard]] bool has(ConflictRow row) const { return on_[static_cast<std::size_t>(row)]; }

  // REQUIRES: both are accesses to the same object.
  [[nodiscard]] bool conflict(AccessKind a, AccessKind b) const {
    if (a == AccessKind::read) return b != AccessKind::read && has(ConflictRow::read_write);
    if (b == AccessKind::read) return has(ConflictRow::read_write);
    return has(row_of_two(a));
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
};
static_assert(ConflictTable::row_of_two(AccessKind::write) == ConflictRow::write_write);
static_assert(ConflictTable::row_of_two(AccessKind::lock) == ConflictRow::lock_lock);
static_assert(ConflictTable::row_of_two(AccessKind::condition) == ConflictRow::condition);
static_assert(ConflictTable::row_of_two(AccessKind::handler) == ConflictRow::handler);
static_assert(ConflictTable::row_of_two(AccessKind::mailbox) == ConflictRow::mailbox);

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
