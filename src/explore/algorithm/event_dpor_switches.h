// For mutation tests only: each switch makes Event-DPOR fall into a trap, and the random programs
// must notice.
#pragma once

namespace mazurka {

struct EventDporSwitches {
  bool needs_all_predecessors = false;  // trap 1: of e', also those it has only through e
  bool goes_on_before_earlier = false;  // trap 2: reversals only go on from just before e
  bool only_first_set = false;          // of several maximal sets of events to keep, one
  bool leaves_siblings_behind = false;  // trap 3: one branch per node is explored
  bool drops_contained = false;         // trap 4: a sequence that adds no event is redundant
  bool no_contained = false;            // trap 5: no search for executions that get stuck early
  bool never_started_stay = false;      // trap 5: messages that never start are left alone
};

}  // namespace mazurka
