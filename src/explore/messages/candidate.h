// A candidate for exploration: the beginning of an execution, made of events of the present
// execution in an order that can be run, and of one more step.
//
//   Paper    [EventDpor]: a pair (E', v) that ReverseRace(E, e, e') returns, with v = u.e'.
//   Words    prefix = E', the other kept events = u, last = e'.
//
// KeptSets finds E' and u, which are the same for every form that e' can take. StuckExecutions
// finds executions that end after the kept events, so they have no last step.
//
// Invariant: `kept` is closed under happens-before, so each kept event happens with the causes that
// it has in the present execution. It holds the first `prefix` events and those that follow.
#pragma once

#include <optional>
#include <vector>

#include "core/ids.h"
#include "core/step.h"
#include "core/trace_key.h"
#include "explore/messages/position_set.h"

namespace mazurka {

struct Candidate {
  PositionSet kept;              // the events of the present execution that the candidate has
  Position prefix = 0;           // how many first events of the present execution it begins with
  bool keeps_old_order = false;  // the other kept events follow in the order of the execution;
  std::vector<Position> order;   // if not: they follow in this order
  std::optional<Step> last;      // follows the kept events; none: the execution ends there
  TraceKey kept_key;             // the sum of the hashes of the kept events
  TraceKey change;               // identifies what the candidate changes (redundancy.h)
  TraceKey trace;                // the trace that it leads to, once redundancy.h has decided

  // Calls `visit` with the position of each kept event after the prefix, in the order in which the
  // candidate runs them.
  template <class Visit>
  void for_each_that_follows(Visit visit) const {
    if (keeps_old_order) {
      kept.for_each([&](Position position) {
        if (position >= prefix) visit(position);
      });
    } else {
      for (const Position position : order) visit(position);
    }
  }
};

}  // namespace mazurka
