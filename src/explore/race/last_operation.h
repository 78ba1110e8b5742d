// What the last step of a reversal can be, after the events that are kept.
//
// An operation that moves to another place may not be able to run there (a lock that is taken, an
// await that does not hold), may touch other variables (an await), or have other alternatives (whom
// a signal can wake).
#pragma once

#include <functional>
#include <vector>

#include "core/execution.h"
#include "core/step.h"
#include "program/program.h"

namespace mazurka {

// Whether the event at a position is among some events of an execution. These are closed under
// happens-before.
using EventPredicate = std::function<bool(Position)>;

// An operation of the execution, or one that waits at its end.
struct LastOperation {
  Step step;
  ObjectId object;        // as Event::object
  ConditionId condition;  // of an await
};

// Appends the forms that the operation can take after the events for which `has_happened` holds;
// nothing if it cannot run there.
void add_last_steps(const LastOperation& operation, const EventPredicate& has_happened,
                    const Execution& execution, Program& program, std::vector<Step>& result);

}  // namespace mazurka
