// The programs that [EventDpor] covers, and the refusal of all others.
#pragma once

#include "core/operation.h"
#include "program/program.h"

namespace mazurka::event_paper {

// Throws UserError if a handler of the program is not a multiset handler, or if its code contains
// an operation that is not one of the paper's. The error names the place. Of a native program, only
// the handlers that are already known are looked at: its other operations are refused when an
// execution reaches them.
void require_published_class(Program& program);

// Throws UserError if an operation is not one of the paper's: reads, writes, read-modify-writes,
// posts, spawns, joins, and starts of messages.
void require_published_operation(OperationKind operation, LocationId location, Program& program);

}  // namespace mazurka::event_paper
