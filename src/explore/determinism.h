// Whether a program does the same when it is run again, and what to report if it does not.
#pragma once

#include "check/nondeterminism.h"
#include "explore/exploration_state.h"
#include "explore/found_errors.h"

namespace mazurka {

class Determinism {
 public:
  Determinism(ExplorationState& state, FoundErrors& errors) : state_(state), errors_(errors) {}

  // Runs the first events of the current execution again, and drops the others. Returns false, and
  // reports an error, if the program does something else this time.
  [[nodiscard]] bool replay(Position length);
  // Returns whether the current execution, run again several times, differs once: then it is the
  // program that broke a promise, not the explorer. Reports an error if so.
  [[nodiscard]] bool differs_when_run_again();
  // Reports that the task does not come to a step that it was seen to come to.
  void report_unseen_access(TaskId task);

 private:
  void report_difference(const Program::Difference& difference);
  [[nodiscard]] RecordedStep waiting_step(TaskId task);

  ExplorationState& state_;
  FoundErrors& errors_;
};

}  // namespace mazurka
