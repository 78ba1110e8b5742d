// Reports the failures that the program itself raised: failed assertions, misuse, runtime errors.
#pragma once

#include <vector>

#include "check/check.h"

namespace mazurka {

// Appends one finding for each failure of the execution.
void find_failures(const FinishedExecution& finished, std::vector<Finding>& findings);

}  // namespace mazurka
