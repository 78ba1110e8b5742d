// Is an execution equivalent to one in which the events of the environment do not overlap?
//
// The conflict graph between events has an edge from one event to another if an access of the first
// comes before a conflicting access of the second. An execution is event-serialisable, as far as
// conflicts can tell, iff this graph has no cycle.
//   Paper  [Robustness17] Section 5.1, Definition 4. Pivot = the access that closes the cycle.
// Accesses of tasks that belong to no event are left out here; see outside_conflict().
#pragma once

#include <optional>
#include <vector>

#include "core/execution.h"
#include "explore/robust/event_tree.h"

namespace mazurka {

// An edge of the conflict graph, with the accesses that make it.
struct EventEdge {
  TaskId from;
  TaskId to;
  Position earlier = 0;
  Position later = 0;
};

struct EventCycle {
  std::vector<EventEdge> edges;  // the last one leads back to where the first one starts
  Position pivot = 0;            // the first access that closes a cycle: `later` of the last edge
};

// None: serialisable. One pass over the accesses.
[[nodiscard]] std::optional<Position> find_serialisability_pivot(const Execution& execution,
                                                                 const EventTree& tree);

// A shortest cycle among those that the pivot closes. REQUIRES: it is one.
// Cost: quadratic in the length of the execution.
[[nodiscard]] EventCycle cycle_closed_by(Position pivot, const Execution& execution,
                                         const EventTree& tree);

// The events in an order in which none comes before one that has an edge to it; among those that
// are free, the one that started first. REQUIRES: the execution is serialisable.
[[nodiscard]] std::vector<TaskId> serial_order(const Execution& execution, const EventTree& tree);

// All events that have a path to `event`, itself left out, in serial order.
[[nodiscard]] std::vector<TaskId> events_before(TaskId event, const Execution& execution,
                                                const EventTree& tree);

// Each event, in serial order, with all that have a path to it, in the order of their ids.
// REQUIRES: the execution is serialisable.
struct EventPast {
  TaskId event;
  std::vector<TaskId> before;
  auto operator<=>(const EventPast&) const = default;
};
[[nodiscard]] std::vector<EventPast> pasts_of(const Execution& execution, const EventTree& tree);

// The first two conflicting accesses of which one belongs to an event and the other to none. What a
// task does before it posts an event is no conflict with that one: the event begins with it.
struct OutsideConflict {
  Position outside = 0;
  Position inside = 0;
};
[[nodiscard]] std::optional<OutsideConflict> outside_conflict(const Execution& execution,
                                                              const EventTree& tree);

}  // namespace mazurka
