// Runs all checks. Checks read executions and never influence them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
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

// What the tasks of an execution are called, by TaskId; "" for those that do not exist. Where a
// program gives two of them one name, the later ones (by creation) get a number: "worker #2".
[[nodiscard]] std::vector<std::string> distinct_task_names(const Execution& execution,
                                                           const Describer& describer,
                                                           std::span<const Pending> pending);

// An execution that goes on and on: more events than --max-steps. Shows the loop: what the busiest
// task of the last events did over and over again, and where.
[[nodiscard]] Finding livelock_finding(const Execution& execution, const Describer& describer,
                                       std::uint64_t max_steps);

// What a task does according to some run, in words.
struct RecordedStep {
  TaskId task;
  std::string text;
  std::string place;
  LocationId location;
};
[[nodiscard]] RecordedStep recorded_step(const Event& event, const Describer& describer,
                                         const Registry& registry);

// The same schedule, run again, gave something else: nothing sound can be said about this program.
// `before` came next at `position`, `now` comes instead; `call` is the last call in this run whose
// result does not come from the program, or empty.
[[nodiscard]] Finding nondeterminism_finding(Position position, const RecordedStep& before,
                                             const RecordedStep& now, const std::string& call);
// The steps of other tasks were put into another order that should not matter to this task, and it
// comes to something else.
[[nodiscard]] Finding unseen_access_finding(Position position, const RecordedStep& now);

}  // namespace mazurka
