// A sequence that runs the later event of a race without the earlier one.
//
//   Paper  [SourceSets17]: E' = pre(E, e), v = notdep(e, E).e', and for blocking (Alg. 6) v = u.p
//          with u a subsequence of notdep(e, E).
//
// A reversal is a view of the execution it was found in: nothing is copied until it is worth it.
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
  Position later_at = Execution::nowhere;  // where e' stands; nowhere if it waits for ever
  Position cause = Execution::nowhere;     // what must have happened for the task to come to e'
  Position waker = Execution::nowhere;     // what e' waits for besides (awaited_event)
  std::vector<Position> cuts;  // these, and what happens after them, go too (awaits only)

  // Is the event at `position`, after `earlier`, part of the sequence?
  [[nodiscard]] bool keeps(const Execution& execution, Position position) const;
  // The sequence v.
  void write_to(std::vector<Step>& sequence, const Execution& execution) const;
};

// Can `step`, which can run just before `earlier`, be the first step of a sequence that contains
// the reversal? (step ∈ WI(v), Lemma 4.2.)
[[nodiscard]] bool is_weak_initial(const Step& step, const Reversal& reversal,
                                   const Execution& execution);

// Has e' no predecessor among the kept events? (ê' ∈ I(v).)
[[nodiscard]] bool later_is_initial(const Reversal& reversal, const Execution& execution);

}  // namespace mazurka
