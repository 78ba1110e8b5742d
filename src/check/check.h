// Properties read executions and never steer them.
#pragma once

#include <vector>

#include "check/data_race.h"
#include "check/finding.h"
#include "check/finished_execution.h"

namespace mazurka {

// All checks, one after the other, for the executions of one exploration.
class Checks {
 public:
  // Appends what is wrong with this execution. Costs next to nothing if it is complete and has only
  // atomic accesses.
  void look_at(const FinishedExecution& finished, std::vector<Finding>& findings);

 private:
  DataRaceCheck data_races_;
};

}  // namespace mazurka
