// Keys by which reversals and their sequences are told apart, and what they change.
//
// All are made of the hashes of events, which tell an event and its causes. So they mean the same
// in different executions.
#pragma once

#include <vector>

#include "core/execution.h"
#include "core/trace_key.h"
#include "explore/messages/position_set.h"
#include "explore/race/reversal.h"

namespace mazurka {

class SequenceKeys {
 public:
  // The hashes of the events of the execution; both may change.
  SequenceKeys(const Execution& execution, const std::vector<TraceKey>& hashes)
      : execution_(&execution), hashes_(&hashes) {}

  // Of all that decides which sequences the reversal has. The events that can stay have this sum of
  // hashes.
  [[nodiscard]] TraceKey of(const Reversal& reversal, const TraceKey& can_stay) const;
  // Of a sequence: events with this sum of hashes, then the step.
  [[nodiscard]] TraceKey of_sequence(TraceKey kept, const Step& last) const;
  // Of what a sequence changes: it drops events with this sum of hashes, then the step happens,
  // after the same causes.
  [[nodiscard]] TraceKey of_change(const Reversal& reversal, const PositionSet& kept,
                                   const TraceKey& dropped, const Step& last) const;

 private:
  [[nodiscard]] TraceKey hash_at(Position position) const {
    return position == Execution::nowhere ? TraceKey{} : (*hashes_)[position];
  }

  const Execution* execution_;
  const std::vector<TraceKey>* hashes_;
};

}  // namespace mazurka
