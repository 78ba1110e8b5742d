// Determinism of events: whether the tasks of an event have the same effect as if they ran one
// after the other.
//
// The single-thread semantics runs the tasks of an event to their ends, in the depth-first order of
// the call tree. The conflict graph between tasks has an edge for any two conflicting accesses, and
// all edges of that order. Since the order is total, the graph has a cycle iff there is an
// inversion: an access (the pivot) that comes after a conflicting access (the root) of a task that
// should run later.
//   Paper  [Robustness17] Section 5.2, Definitions 5 and 6.
#pragma once

#include <vector>

#include "core/execution.h"
#include "explore/robust/event_tree.h"

namespace mazurka {

struct Inversion {
  TaskId event;
  Position root = 0;   // an access of the task that should run later
  Position pivot = 0;  // a conflicting access of the task that should run first
};

// Returns, for each event that has inversions, the one whose pivot comes first. Costs one pass over
// the accesses.
[[nodiscard]] std::vector<Inversion> find_inversions(const Execution& execution,
                                                     const EventTree& tree);

}  // namespace mazurka
