// Explains a data race: which tasks access what, and why nothing orders the two accesses.
#pragma once

#include "check/finding.h"
#include "check/finished_execution.h"

namespace mazurka {

void tell_data_race(const FinishedExecution& finished, Position earlier, Position later,
                    ObjectId object, Finding& finding);

}  // namespace mazurka
