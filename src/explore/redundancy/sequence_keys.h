// Keys that identify reversals, candidates, and what candidates change.
//
// All keys are computed from the hashes of events, and a hash tells an event and its causes. So
// equal keys mean the same thing in different executions.
#pragma once

#include <vector>

#include "core/execution.h"
#include "core/trace_key.h"
#include "explore/messages/position_set.h"
#include "explore/race/reversal.h"

namespace mazurka {

class SequenceKeys {
 public:
  // `hashes` are those of the events of the execution. Both may change between two calls.
  SequenceKeys(const Execution& execution, const std::vector<TraceKey>& hashes)
      : execution_(&execution), hashes_(&hashes) {}

  // Identifies a reversal up to the candidates that it yields. `can_stay` is the sum of the hashes
  // of the events that can stay if handlers do not matter.
  [[nodiscard]] TraceKey of(const Reversal& reversal, const TraceKey& can_stay) const;
  // Identifies a candidate: kept events with this sum of hashes, then the step.
  [[nodiscard]] TraceKey of_sequence(TraceKey kept, const Step& last) const;
  // Identifies what a candidate changes: it drops events with the sum of hashes `dropped`, then the
  // step happens, with the causes that it has after the kept events.
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
