// Faults that mutation tests insert into the searches. A test on random programs must detect each
// of them.
//
// Only tests set mutations (WithMutations). They are one value for the whole process, so that no
// option, constructor or interface of the searches has to pass on what only tests need. Reading one
// costs a load.
#pragma once

namespace mazurka {

struct Mutations {
  // Event-DPOR (algorithm/event_dpor.cpp, messages/kept_sets.cpp, redundancy/sequence_keys.cpp).
  bool needs_all_predecessors = false;  // never drops a message that happens before e', even via e
  bool keeps_what_came_before = false;  // never drops a message that started before e
  bool only_first_set = false;          // uses one of several maximal sets of events to keep
  bool leaves_siblings_behind = false;  // explores only one branch per node
  bool forgets_last_step = false;       // treats sequences of the same events as equal
  bool trusts_changes = false;          // assumes that a known change leads to a known trace
  bool no_contained = false;            // does not search for executions that get stuck early
  bool never_started_stay = false;      // does not reverse messages that never start
  bool predicts_same_outcome = false;   // predicts that a compare-exchange does what it did before

  // All that reverse races (race/last_operation.cpp).
  // Assumes that a compare-exchange, a signal or a broadcast does what it did before.
  bool keeps_outcome = false;

  // Several workers (frontier/).
  bool books_done_first = false;  // commits that a run is done before what it has found
  bool counts_twice = false;      // counts a trace each time that somebody explores it
  bool forgets_the_dead = false;  // gives the jobs of a dead worker to nobody
  bool holds_no_run = false;      // a run counts as done although its probe is still to come
  bool trusts_claims = false;     // takes a trace that another worker has claimed for known

  // Several machines (cluster/).
  bool reads_shard_by_shard = false;  // decides about the end by one reading of each shard
  bool trusts_servers = false;        // does not compare what the shards have
  bool keeps_caches = false;          // goes on with what it knew when a server has lost something
  bool repeats_no_step = false;       // does not finish the last commit of a dead hub

  // DPOR (algorithm/dpor.cpp).
  bool trusts_sleepers = false;  // takes a sleeping task for one that reverses a race
  // Events that run alone (robust/focused_program.cpp).
  bool keeps_others_in_queue = false;  // does not set the messages of other events aside

  // The sequential search of robustness (robust/sequential_robustness.cpp).
  bool no_delay = false;                 // does not delay the pivot: cuts nothing
  bool any_root = false;                 // accepts a root that does not conflict with the pivot
  bool no_exit_point = false;            // does not require a path from the delayed event
  bool no_entry_points = false;          // does not follow paths through further events
  bool no_validity_check = false;        // runs messages that the incomplete one must precede
  bool gives_up_at_tainted = false;      // gives up at a tainted message instead of skipping it
  bool creation_orders_nothing = false;  // ignores that tasks run after their creation
  bool main_orders_nothing = false;      // ignores that messages of the main handler do not overlap
  bool only_first_state = false;         // runs no events before the one in question
  bool cuts_only_writes = false;         // does not try pivots that are reads
  bool begins_once = false;              // does not start again when it learned something
};

namespace detail {
inline constinit Mutations current_mutations;  // NOLINT: one value for the process
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
