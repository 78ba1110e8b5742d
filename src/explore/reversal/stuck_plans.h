// Reversals that only messages need which wait: what leads to a handler that is stuck for ever.
//
//   Trap 5   A message that waits keeps its handler busy. If it waits for ever, the messages behind
//            it never run, and the execution can be contained in another one, in which they ran
//            before it. No race leads there: the message was not blocked when they had run.
//   (1)      A message that waits somewhere (a lock, an await, a join, a wake-up) goes before each
//            of those that its handler ran earlier, up to where it waits.
//   (2)      A message that never started because its handler is stuck goes before each that did;
//            once without what then need not happen, and once with all that happened, the message
//            that is stuck included.
//   (3)      A message that is stuck, or was stopped, goes before the others of its handler.
//
// The first form of (2) is an ordinary reversal. All others are worth an execution only if the
// message can really be stuck there for ever: stuck_search.h decides.
#pragma once

#include <span>
#include <vector>

#include "core/execution.h"
#include "core/pending.h"
#include "explore/reversal/reversal.h"

namespace mazurka {

void find_stuck_plans(const Execution& execution, std::span<const Pending> pending,
                      std::vector<Reversal>& result);

}  // namespace mazurka
