// Checks executions for errors, and keeps each distinct error once, with the execution that showed
// it first. With --keep-going, keeps the smallest execution instead: the shortest one and, of
// several, the one with the smallest key. So the result does not depend on the order of
// exploration, nor on how many processes explore. Data races on one variable are one error, which
// lists its further places.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "check/check.h"
#include "check/finding.h"
#include "check/possible_data_race.h"
#include "core/ending.h"
#include "core/trace_key.h"
#include "explore/exploration_state.h"

namespace mazurka {

class FoundErrors {
 public:
  explicit FoundErrors(ExplorationState& state) : state_(state) {}

  // Checks the current execution, which is maximal. REQUIRES: state.pending is up to date.
  void look_at(const Ending& ending);
  // Checks the current execution, which stops where an error happens. REQUIRES: state.pending is up
  // to date.
  void look_at_early_end();
  // Reports an error that the exploration loop itself has found in the current execution.
  void report(Finding finding);
  // Reports an error that another exploration of the same program has found.
  void add(Counterexample error);
  // Reports an error that makes further exploration unsound, and stops the exploration even with
  // --keep-going.
  void report_and_stop(Finding finding);

  // Adds how many errors each suppression has removed, and the data races that exist only if a
  // library does not synchronise.
  void add_not_covered(std::vector<NotCovered>& list) const;

  // Returns executions that show the errors, for checkpoints. Empty if no checkpoints are written.
  [[nodiscard]] const std::vector<std::vector<Choice>>& schedules() const { return schedules_; }

 private:
  void report_all();
  // Finds out which of the findings a suppression matches, once for each distinct error. Runs the
  // program again if need be.
  void find_suppressed();
  void suppress(const Finding& finding, std::size_t rule);
  // Moves the errors that were not seen before out of the findings, and the further places of known
  // ones to other_places_.
  [[nodiscard]] std::vector<Finding> take_new_errors();
  // Returns whether the current execution is smaller than the one that shows the error with this
  // index.
  [[nodiscard]] bool is_smaller_than(std::size_t index);
  // Finds the known errors of which the current execution is a smaller example.
  void find_smaller_examples();
  // Replaces the executions of these errors by the current one.
  void use_smaller_examples();
  void describe_smaller_races();
  void exchange_main_place(Counterexample& error, const Counterexample& before);
  void remember_schedule();
  // Adds the places of a further data race to the error with this index.
  void add_place(std::size_t index, const Finding& finding);
  [[nodiscard]] std::vector<Counterexample> counterexamples(std::vector<Finding> findings) const;
  [[nodiscard]] std::vector<Counterexample> described(std::vector<Finding> findings) const;
  [[nodiscard]] std::string places_of(const Finding& finding) const;

  ExplorationState& state_;
  Checks checks_;
  PossibleDataRaces possible_races_;
  std::vector<Finding> findings_;                         // of the current execution
  std::unordered_map<std::string, std::size_t> seen_;     // by identity, the index of the error
  std::vector<std::pair<std::size_t, Finding>> smaller_;  // what the current execution shows better
  std::optional<TraceKey> order_;  // of the trace of the current execution, if needed
  std::unordered_map<std::string, std::size_t> races_;  // by message, the first on each variable
  std::vector<std::pair<std::size_t, Finding>> other_places_;  // of the current execution, by error
  // Where the schedule of the current execution is in Counterexample::other_executions, by error.
  std::unordered_map<std::size_t, std::uint32_t> other_execution_of_;
  std::vector<std::vector<Choice>> schedules_;
  std::unordered_map<std::string, bool> suppressed_;    // by identity
  std::map<std::size_t, std::uint64_t> suppressed_by_;  // by rule, how many distinct errors
};

}  // namespace mazurka
