// Runs all checks. Checks read executions and never influence them.
#pragma once

#include <vector>

#include "check/data_race.h"
#include "check/finding.h"
#include "check/finished_execution.h"

namespace mazurka {

// Runs all checks on the executions of one exploration.
class Checks {
 public:
  // Appends the findings of this execution. Cheap if it is complete and has only atomic accesses.
  void look_at(const FinishedExecution& finished, std::vector<Finding>& findings);

 private:
  DataRaceCheck data_races_;
};

}  // namespace mazurka
