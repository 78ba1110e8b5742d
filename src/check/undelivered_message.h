// A message that nobody will ever run, in an execution that is no deadlock (there, the message is
// part of that) and that no assume has cut short.
#pragma once

#include <vector>

#include "check/finding.h"
#include "check/finished_execution.h"

namespace mazurka {

// Appends a finding for each such message: it is in a mailbox although nothing is blocked (the
// program ended before it came to it), or behind tasks that wait for each other for ever.
//
// A message behind a task that failed is no finding of its own. Neither is one behind a task that
// waits for a signal or a condition, if something failed: that might have come.
void find_undelivered_messages(const FinishedExecution& finished, std::vector<Finding>& findings);

}  // namespace mazurka
