// Do the tasks of an event give what they would give one after the other?
//
// The single-thread semantics runs the tasks of an event to their ends, in the depth-first order of
// the call tree. The conflict graph between tasks has an edge for any two conflicting accesses, and
// all edges of that order; since the order is total, a cycle is the same as an inversion: an access
// (the pivot) that comes after a conflicting access (the root) of a task that should run later.
//   Paper  [Robustness17] Section 5.2, Definitions 5 and 6.
#pragma once

#include <vector>

#include "core/execution.h"
#include "explore/robust/event_tree.h"

namespace mazurka {

struct Inversion {
  TaskId event;
  Position root = 0;   // of the task that should run later
  Position pivot = 0;  // of the task that should run first
};

// Of each event that has one the first, by its pivot. One pass over the accesses.
[[nodiscard]] std::vector<Inversion> find_inversions(const Execution& execution,
                                                     const EventTree& tree);

}  // namespace mazurka
