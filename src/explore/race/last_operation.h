// Computes the forms that the last step of a reversal can take after the events that are kept.
//
// An operation that moves to another place in the execution may be disabled there (a lock that is
// taken, an await whose condition does not hold), may access other variables (an await), may have
// other alternatives (the tasks that a signal can wake), may take another message (a receive), or
// may succeed or fail where it did not before (a compare-exchange), or may belong to another round
// (an arrival at a barrier).
#pragma once

#include <functional>
#include <vector>

#include "core/execution.h"
#include "core/step.h"
#include "program/program.h"

namespace mazurka {

// A set of events of an execution, given by their positions. Invariant: the set is closed under
// happens-before.
using EventPredicate = std::function<bool(Position)>;

// An operation of the execution, or one that is pending at its end.
struct LastOperation {
  Step step;
  ObjectId object;        // as Event::object
  ConditionId condition;  // of an await
};

// Appends the forms that the operation can take after the events for which `has_happened` holds.
// Appends nothing if the operation is disabled there.
void add_last_steps(const LastOperation& operation, const EventPredicate& has_happened,
                    const Execution& execution, Program& program, std::vector<Step>& result);

}  // namespace mazurka
