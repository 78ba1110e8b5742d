// Reports deadlocks: which tasks wait for which, since when, and why.
#pragma once

#include <vector>

#include "check/check.h"

namespace mazurka {

// Appends the deadlock, if the execution ended in one.
void find_deadlock(const FinishedExecution& finished, std::vector<Finding>& findings);

}  // namespace mazurka
