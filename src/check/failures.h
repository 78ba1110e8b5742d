// What the program itself reported: failed assertions, misuses, runtime errors.
#pragma once

#include <vector>

#include "check/check.h"

namespace mazurka {

// Appends one finding for each failure of the execution.
void find_failures(const FinishedExecution& finished, std::vector<Finding>& findings);

}  // namespace mazurka
