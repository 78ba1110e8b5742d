// Tasks are left and none of them can go on: who waits for whom, since when, because of what.
#pragma once

#include <vector>

#include "check/check.h"

namespace mazurka {

// Appends the deadlock, if the execution ended in one.
void find_deadlock(const FinishedExecution& finished, std::vector<Finding>& findings);

}  // namespace mazurka
