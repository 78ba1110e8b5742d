// Faults that mutation tests put into the searches: a random program must notice each of them.
//
// Only tests set them (WithMutations). They are one value for the whole process, so that no option,
// constructor or interface of the searches has to carry what is of no use outside of tests. Reading
// one costs a load.
#pragma once

namespace mazurka {

struct Mutations {
  // Event-DPOR (algorithm/event_dpor.cpp, messages/kept_sets.cpp, redundancy/sequence_keys.cpp).
  bool needs_all_predecessors = false;  // no message is dropped that happens before e', even via e
  bool keeps_what_came_before = false;  // no message is dropped that started before e
  bool only_first_set = false;          // of several maximal sets of events to keep, one is taken
  bool leaves_siblings_behind = false;  // one branch per node is explored
  bool forgets_last_step = false;       // sequences with the same events are taken for the same
  bool trusts_changes = false;          // a known change is taken to lead to a known trace
  bool no_contained = false;            // no search for executions that get stuck early
  bool never_started_stay = false;      // messages that never start are not considered

  // The sequential search of robustness (robust/sequential_robustness.cpp).
  bool no_delay = false;                 // the pivot is not delayed: nothing is cut
  bool any_root = false;                 // an access need not conflict with the pivot
  bool no_exit_point = false;            // no path from the delayed event is required
  bool no_entry_points = false;          // paths through further events are not followed
  bool no_validity_check = false;        // messages run although the incomplete one must come first
  bool gives_up_at_tainted = false;      // a tainted message of the event is not left out
  bool creation_orders_nothing = false;  // tasks may run before they are created
  bool main_orders_nothing = false;      // messages of the main handler may overlap
  bool only_first_state = false;         // no events run before the one in question
  bool cuts_only_writes = false;         // pivots that read are not tried
  bool begins_once = false;              // what is learned on the way is not used from the start
};

namespace detail {
inline constinit Mutations current_mutations;  // NOLINT: see above
}  // namespace detail

[[nodiscard]] inline const Mutations& mutations() { return detail::current_mutations; }

// For tests: sets the mutations for as long as this object lives.
class WithMutations {
 public:
  explicit WithMutations(const Mutations& mutations) { detail::current_mutations = mutations; }
  ~WithMutations() { detail::current_mutations = {}; }
  WithMutations(const WithMutations&) = delete;
  WithMutations& operator=(const WithMutations&) = delete;
};

}  // namespace mazurka
