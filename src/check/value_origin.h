// Explains where the values came from that made an assertion fail.
//
// It names the task that wrote what the failing task had read. If that writer overwrote the result
// of a third task between its own read and write, it reports a lost update.
#pragma once

#include <vector>

#include "check/check.h"

namespace mazurka {

void tell_value_origins(const FinishedExecution& finished, const Failure& failure,
                        std::vector<Reason>& because);

}  // namespace mazurka
