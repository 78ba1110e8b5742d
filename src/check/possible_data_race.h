// Finds possible data races: pairs of accesses that are ordered only by calls into libraries that
// could synchronise, but are not known to (MemoryOrder::presumed).
//
// Mazurka does not see the locks, atomic variables and futexes of such a library. It believes that
// the library orders the tasks that call it; otherwise each right use of its locks would be a false
// alarm. If the library does not synchronise, another order of the calls usually shows the data
// race as an error. But if only one order is possible, because a call waits for another one or
// decides what the task does next, no execution shows it. So these pairs are not errors, but part
// of what the exploration does not cover.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "check/data_race.h"
#include "check/finished_execution.h"
#include "core/not_covered.h"

namespace mazurka {

// Checks the executions of one exploration, and keeps each pair of locations once.
class PossibleDataRaces {
 public:
  // Cost: one pass over the events if no library is presumed to synchronise; otherwise that of
  // DataRaceCheck. `findings` has the data races of this execution, which are left out.
  void look_at(const FinishedExecution& finished, const std::vector<Finding>& findings);

  // Adds them to the list, in an order that does not depend on that of the executions.
  void add(std::vector<NotCovered>& list) const;

 private:
  DataRaceCheck doubting_{Synchronisation::Presumed::orders_nothing};
  std::map<std::vector<LocationId>, NotCovered> found_;  // by Finding::places
  std::vector<Finding> races_;                           // of the current execution
};

// Removes the possible data races on the variable of this data race, which has been found.
void leave_out_possible_races(std::vector<NotCovered>& list, const Finding& race);

}  // namespace mazurka
