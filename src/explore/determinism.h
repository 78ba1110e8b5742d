// Checks that a program does the same when it is run again, and reports an error if it does not.
#pragma once

#include "check/nondeterminism.h"
#include "explore/exploration_state.h"
#include "explore/found_errors.h"

namespace mazurka {

class Determinism {
 public:
  Determinism(ExplorationState& state, FoundErrors& errors) : state_(state), errors_(errors) {}

  // Truncates the current execution to its first `length` events, and runs these again. Returns
  // false, and reports an error, if the program does something else this time.
  [[nodiscard]] bool replay(Position length);
  // Runs the current execution again several times. Returns true, and reports an error, if a run
  // differs. Called when an invariant is violated: nondeterminism of the program explains that, and
  // the explorer is not to blame.
  [[nodiscard]] bool differs_when_run_again();
  // Reports that the task did not reach a step that it reached before: it must have observed memory
  // that was accessed without an event.
  void report_unseen_access(TaskId task);

 private:
  void report_difference(const Program::Difference& difference);
  [[nodiscard]] RecordedStep waiting_step(TaskId task);

  ExplorationState& state_;
  FoundErrors& errors_;
};

}  // namespace mazurka
