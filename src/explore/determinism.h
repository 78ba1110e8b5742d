// Checks that a program does the same when it is run again, and reports an error if it does not.
//
// An exploration runs the common prefix of two executions twice, and compares. The other steps of
// an execution are run only once: if they depend on something outside of the program, every
// execution may be one of a different program, unnoticed. So some complete executions are run again
// at the end.
#pragma once

#include <string>
#include <vector>

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
  // Adds the current execution, which is maximal and has no errors other than suppressed ones, to
  // the sample if it is the first, second, fourth, eighth … one.
  void remember();
  // Runs the executions of the sample again. Returns false, and reports an error, if one of them
  // differs. Gives up if the exploration is interrupted.
  [[nodiscard]] bool repeats_sample();
  // Reports that the task did not reach a step that it reached before: it must have observed memory
  // that was accessed without an event.
  void report_unseen_access(TaskId task);

 private:
  void report_difference(const Program::Difference& difference);
  [[nodiscard]] RecordedStep waiting_step(TaskId task);

  struct Sampled {
    std::vector<Event> events;
    std::string end;  // as end_of_execution() says
  };

  // Returns the first failure of an execution that has ended, "" if there is none.
  [[nodiscard]] std::string end_of_execution() const;
  // Runs the current execution again, and compares its end, too.
  [[nodiscard]] bool repeats_to_its_end(const std::string& before);
  void report_other_end(const std::string& before, const std::string& now);

  // Bounds the memory of the sample.
  static constexpr std::size_t most_events = 1u << 20;

  ExplorationState& state_;
  FoundErrors& errors_;
  std::vector<Sampled> sample_;
  std::size_t events_in_sample_ = 0;
  std::uint64_t executions_ = 0;
  std::uint64_t next_ = 1;  // the number of the next execution for the sample
};

}  // namespace mazurka
