// A reversal of a race: a sequence that runs the later event of the race without the earlier one.
//
//   Paper  [SourceSets17]: E' = pre(E, e), v = notdep(e, E).e', and for blocking (Alg. 6) v = u.p
//          with u a subsequence of notdep(e, E).
//
// A reversal is a view of the execution that it was found in. Most reversals turn out to be
// redundant, so their events are copied only by write_to().
#pragma once

#include <vector>

#include "core/execution.h"
#include "core/step.h"

namespace mazurka {

struct Reversal {
  Position earlier = 0;                    // e; the sequence leaves the execution just before it
  Step later;                              // e', the last step of the sequence
  ObjectId object;                         // what e' operates on, as Event::object
  ConditionId condition;                   // of e', if it is an await
  Position later_at = Execution::nowhere;  // position of e'; nowhere if e' was never executed
  Position cause = Execution::nowhere;     // predecessor of e' in its task, or the task's creation
  Position waker = Execution::nowhere;     // the event that e' waits for (awaited_event)
  std::vector<Position> cuts;  // awaits only: these and all events that depend on them are dropped

  // Returns whether the event at `position` is part of the sequence before e'.
  [[nodiscard]] bool keeps(const Execution& execution, Position position) const;
  // Returns whether the kept events are all those after `earlier` that do not happen after it. Then
  // they are the same for all reversals of an event for which this holds.
  [[nodiscard]] bool keeps_all_unordered(const Execution& execution) const {
    return cuts.empty() &&
           (later_at == Execution::nowhere || execution.happens_before(earlier, later_at));
  }
  // Replaces the contents of `sequence` by v: the kept events, in their old order, and then e'.
  void write_to(std::vector<Step>& sequence, const Execution& execution) const;
};

// Returns whether `step` is a weak initial of the reversal's sequence (step ∈ WI(v), Lemma 4.2).
// REQUIRES: `step` is enabled just before `earlier`.
[[nodiscard]] bool is_weak_initial(const Step& step, const Reversal& reversal,
                                   const Execution& execution);

// Returns whether e' has no predecessor among the kept events (ê' ∈ I(v)).
[[nodiscard]] bool later_is_initial(const Reversal& reversal, const Execution& execution);

}  // namespace mazurka
