// Finds messages that no handler will ever run, in executions that are not deadlocks (there, the
// message is part of the deadlock) and that no assume has cut short.
#pragma once

#include <vector>

#include "check/finding.h"
#include "check/finished_execution.h"

namespace mazurka {

// Appends a finding for each such message: one in a mailbox although nothing is blocked (the
// program ended before its handler started it), or one behind tasks that wait for each other
// forever.
//
// A message behind a task that failed is not a separate finding. Neither is a message behind a task
// that waits for a signal or a condition if something failed, because the failed task might have
// provided it.
void find_undelivered_messages(const FinishedExecution& finished, std::vector<Finding>& findings);

}  // namespace mazurka
