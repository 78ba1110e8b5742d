// For mutation tests only: each switch makes Event-DPOR fall into a trap, and the random programs
// must notice.
#pragma once

namespace mazurka {

struct EventDporSwitches {
  bool needs_all_predecessors = false;  // trap 1: of e', also those it has only through e
  bool keeps_what_came_before = false;  // trap 2: all that started before e stays
  bool only_first_set = false;          // of several maximal sets of events to keep, one
  bool leaves_siblings_behind = false;  // trap 3: one branch per node is explored
  bool forgets_last_step = false;       // trap 4: sequences with the same events are the same
  bool trusts_changes = false;          // what changes as before leads to what is known
  bool no_contained = false;            // trap 5: no search for executions that get stuck early
  bool never_started_stay = false;      // trap 5: messages that never start are left alone
};

}  // namespace mazurka
