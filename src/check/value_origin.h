// Where the values came from that made an assertion fail.
//
// Tells who wrote what the failing task had read and, if that writer overwrote the work of a third
// task in between its own read and write (the lost update), says so.
#pragma once

#include <vector>

#include "check/check.h"

namespace mazurka {

void tell_value_origins(const FinishedExecution& finished, const Failure& failure,
                        std::vector<Reason>& because);

}  // namespace mazurka
