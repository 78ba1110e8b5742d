// A sequence of events with an order relation that can be extended: the arrows of [EventDpor].
//
// push() builds happens-before (Definition 1). order() and saturate() add that messages of one
// handler run one after the other (Definition 6). The relation is kept transitively closed, so that
// it is cyclic exactly if some event precedes itself.
//
// A message is a task of a handler. In the paper the word includes threads, which have no handler
// and so never need this order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/conflict.h"
#include "core/registry.h"
#include "core/step.h"

namespace mazurka::event_paper {

using Sequence = std::vector<Step>;

// The part of a message that is in the sequence. Positions refer to the sequence.
struct MessagePart {
  TaskId task;
  HandlerId handler;
  Position first = 0;        // its first event
  Position last = 0;         // its last event in the sequence
  std::uint32_t events = 0;  // how many of its events are in the sequence
  bool is_complete = false;  // the message ends within the sequence
};

class EventOrder {
 public:
  EventOrder(const Registry& registry, const ConflictTable& table)
      : registry_(&registry), table_(&table) {}

  // Removes all events and makes room for `most_events`.
  void clear(std::size_t most_events);
  // Appends an event after all events that it directly depends on.
  // REQUIRES: nothing but happens-before has been added yet.
  void push(const Step& step);

  [[nodiscard]] Position size() const { return static_cast<Position>(events_.size()); }
  [[nodiscard]] const Step& operator[](Position position) const { return events_[position]; }
  [[nodiscard]] const Sequence& events() const { return events_; }
  [[nodiscard]] std::span<const MessagePart> messages() const { return messages_; }
  // Returns null if the message has no event in the sequence, or if the task is a thread.
  [[nodiscard]] const MessagePart* message(TaskId task) const;
  [[nodiscard]] std::optional<Position> position_of(EventId event) const;

  [[nodiscard]] bool precedes(Position earlier, Position later) const {
    return (row(later)[earlier / 64] >> (earlier % 64) & 1) != 0;
  }
  [[nodiscard]] bool is_cyclic() const { return is_cyclic_; }
  [[nodiscard]] bool are_ordered(const MessagePart& a, const MessagePart& b) const {
    return precedes(a.last, b.first) || precedes(b.last, a.first);
  }

  // Lets all events of `earlier` precede all events of `later`.
  void order(const MessagePart& earlier, const MessagePart& later);
  // Definition 6: if an event of a message precedes an event of another message of its handler, the
  // whole message precedes the other one.
  void saturate();

  // Orders all messages of each handler. Returns false, and leaves the relation undefined, if there
  // is a cycle.
  [[nodiscard]] bool order_as_in_sequence();  // undecided pairs in the order of the sequence
  // Tries all orders of undecided pairs, that of the sequence first.
  [[nodiscard]] bool search_order();

  // Returns the positions from `from` on in an order that respects the relation, of all such orders
  // the one that is closest to the sequence: the smallest position that can come next comes next.
  [[nodiscard]] std::vector<Position> sorted(Position from) const;
  // Returns the tasks of the messages that are in a shortest cycle. REQUIRES: is_cyclic().
  [[nodiscard]] std::vector<TaskId> cycle() const;

 private:
  [[nodiscard]] const std::uint64_t* row(Position position) const {
    return rows_.data() + std::size_t{position} * words_;
  }
  [[nodiscard]] std::uint64_t* row(Position position) {
    return rows_.data() + std::size_t{position} * words_;
  }
  static constexpr Position none = 0xffffffffu;

  void add_conflicts(const Step& step, Position position);
  void add_row(Position from, Position to);
  void add(Position earlier, Position later);

  const Registry* registry_;
  const ConflictTable* table_;
  Sequence events_;
  std::vector<MessagePart> messages_;  // in the order of their first events
  std::size_t words_ = 0;              // per row
  std::vector<std::uint64_t> rows_;    // row(j): the set of positions that precede j
  std::vector<std::pair<Position, Position>> handler_edges_;  // what order() has added
  bool is_cyclic_ = false;
  bool has_wide_accesses_ = false;
  // What push() needs to find the direct predecessors of an event.
  std::vector<Position> last_of_task_;     // by task
  std::vector<Position> created_by_;       // by task
  std::vector<Position> last_access_;      // by variable
  std::vector<Position> previous_access_;  // by event: the access to the same variable before it
};

// Returns whether the two steps are equal as far as other tasks can tell.
[[nodiscard]] bool do_the_same(const Step& a, const Step& b);

}  // namespace mazurka::event_paper
