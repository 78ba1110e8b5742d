// The programs that [EventDpor] covers, and the refusal of all others.
#pragma once

#include "core/operation.h"
#include "program/program.h"

namespace mazurka::event_paper {

// Throws UserError if a handler of the program is not a multiset handler.
void require_published_class(Program& program);

// Throws UserError if an operation is not one of the paper's: reads, writes, read-modify-writes,
// posts, spawns, joins, and starts of messages.
void require_published_operation(OperationKind operation, LocationId location, Program& program);

}  // namespace mazurka::event_paper
