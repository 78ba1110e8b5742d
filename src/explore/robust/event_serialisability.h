// Event serialisability: whether an execution is equivalent to one in which the events of the
// environment do not overlap.
//
// The conflict graph between events has an edge from one event to another if an access of the first
// comes before a conflicting access of the second. An execution is conflict-serialisable iff this
// graph has no cycle.
//   Paper  [Robustness17] Section 5.1, Definition 4. Pivot = the access that closes the cycle.
// The graph ignores accesses of tasks that belong to no event; see outside_conflict().
#pragma once

#include <optional>
#include <vector>

#include "core/execution.h"
#include "explore/robust/event_tree.h"

namespace mazurka {

// An edge of the conflict graph, with the two conflicting accesses.
struct EventEdge {
  TaskId from;
  TaskId to;
  Position earlier = 0;
  Position later = 0;
};

struct EventCycle {
  std::vector<EventEdge> edges;  // the last edge leads to the event where the first one starts
  Position pivot = 0;            // the first access that closes a cycle: `later` of the last edge
};

// Returns the first access that closes a cycle, or none if the execution is serialisable. Makes one
// pass over the accesses.
[[nodiscard]] std::optional<Position> find_serialisability_pivot(const Execution& execution,
                                                                 const EventTree& tree);

// Returns a shortest cycle among those that the pivot closes. REQUIRES: `pivot` is the result of
// find_serialisability_pivot().
// Cost: quadratic in the length of the execution.
[[nodiscard]] EventCycle cycle_closed_by(Position pivot, const Execution& execution,
                                         const EventTree& tree);

// Returns the events in a topological order of the conflict graph. Where the graph leaves a choice,
// the event that started first comes first. REQUIRES: the execution is serialisable.
[[nodiscard]] std::vector<TaskId> serial_order(const Execution& execution, const EventTree& tree);

// Returns all other events that have a path to `event`, in serial order.
[[nodiscard]] std::vector<TaskId> events_before(TaskId event, const Execution& execution,
                                                const EventTree& tree);

// An event with all other events that have a path to it.
struct EventPast {
  TaskId event;
  std::vector<TaskId> before;  // sorted by id
  auto operator<=>(const EventPast&) const = default;
};
// Returns the past of each event, in serial order. REQUIRES: the execution is serialisable.
[[nodiscard]] std::vector<EventPast> pasts_of(const Execution& execution, const EventTree& tree);

// Two conflicting accesses of which one belongs to an event and the other to none.
struct OutsideConflict {
  Position outside = 0;
  Position inside = 0;
};
// Returns the first such conflict. Conditions that a task waits for do not count. What a task does
// before it posts an event does not conflict with that event: it happens before the event in every
// execution.
[[nodiscard]] std::optional<OutsideConflict> outside_conflict(const Execution& execution,
                                                              const EventTree& tree);

}  // namespace mazurka
