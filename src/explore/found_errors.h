// The errors of an exploration: looks at executions, and keeps each distinct error once, with the
// execution that showed it first.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "check/check.h"
#include "check/finding.h"
#include "core/ending.h"
#include "explore/exploration_state.h"

namespace mazurka {

class FoundErrors {
 public:
  explicit FoundErrors(ExplorationState& state) : state_(state) {}

  // Looks at the current execution, which has come to its end. REQUIRES: state.pending is that of
  // its end.
  void look_at(const Ending& ending);
  // Looks at the current execution, which stops where an error happens. REQUIRES: as above.
  void look_at_early_end();
  // Reports an error that the loop itself has found in the current execution.
  void report(Finding finding);
  // Reports an error after which nothing sound can be said about the program: the exploration
  // stops, with --keep-going, too.
  void report_and_stop(Finding finding);

  // Executions that show the errors, for checkpoints. Empty if there are none to write.
  [[nodiscard]] const std::vector<std::vector<Choice>>& schedules() const { return schedules_; }

 private:
  void report_all();
  [[nodiscard]] Counterexample counterexample(Finding finding) const;

  ExplorationState& state_;
  Checks checks_;
  std::vector<Finding> findings_;  // of the current execution
  std::unordered_set<std::string> seen_;
  std::vector<std::vector<Choice>> schedules_;
};

}  // namespace mazurka
