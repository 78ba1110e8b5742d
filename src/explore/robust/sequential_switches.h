// Parts of the sequential search of robustness, to be left out on purpose: tests show that random
// programs notice each of them.
#pragma once

namespace mazurka {

struct SequentialSwitches {
  bool no_delay = false;             // the pivot is not delayed: nothing is cut
  bool any_root = false;             // that an access conflicts with the pivot is not asked for
  bool no_exit_point = false;        // no path from the delayed event is asked for
  bool no_entry_points = false;      // paths through further events are not followed
  bool no_validity_check = false;    // messages run although the incomplete one must come before
  bool gives_up_at_tainted = false;  // instead of leaving such a message of the event out
  bool creation_orders_nothing = false;  // that tasks do not run before they are created
  bool main_orders_nothing = false;      // that messages of the main handler do not overlap
  bool only_first_state = false;         // no events before the one in question
  bool cuts_only_writes = false;         // pivots that read are not tried
  bool begins_once = false;              // what is learned on the way is not used from the start
};

}  // namespace mazurka
