// For mutation tests only: each switch makes Event-DPOR fall into one trap, and the random programs
// must notice. (Traps 1 to 5: see reversal_sets.h, wakeup_tree.h, probe.h and stuck_plans.h.)
#pragma once

namespace mazurka {

struct EventDporSwitches {
  bool trap1_needs_all_predecessors = false;  // of e', also those it has only through e
  bool trap2_only_shortest_prefix = false;    // the sets that are maximal overall
  bool trap3_leave_siblings_behind = false;   // what could go below a sibling is dropped
  bool trap4_no_helpers = false;  // in probes no task outside the sequence helps the message
  bool trap5_no_stuck_plans = false;
  bool no_run_on = false;   // reversals end with e' (run_on.h)
  bool no_make_up = false;  // redundant sequences are dropped unseen
};

}  // namespace mazurka
