// Runs of a program that try to show an error again.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "check/check.h"
#include "core/execution.h"
#include "explore/counterexample/shorten/search_budget.h"
#include "program/program.h"

namespace mazurka {

// Returns the kind of an error and where it happens, as text: equal for the same error in any
// execution.
[[nodiscard]] std::string error_and_place(const Finding& finding, const Registry& registry);

class Attempt {
 public:
  // `error` is the error_and_place() of the error to reproduce, and `kind` its kind.
  Attempt(Program& program, std::string error, FindingKind kind, SearchBudget& budget);

  // Runs the wished steps in this order, and skips those that are not enabled. If the error is of a
  // kind that is visible only at the end (such as a deadlock), continues with free choices until
  // nothing is enabled. Returns whether the execution shows the error.
  bool run(std::span<const Choice> wishes);

  // These describe the last run.
  [[nodiscard]] const Execution& execution() const { return execution_; }
  [[nodiscard]] const std::vector<Pending>& pending() const { return pending_; }
  [[nodiscard]] const Finding& finding() const { return finding_; }  // REQUIRES: it shows the error
  [[nodiscard]] std::vector<Choice> choices() const;
  // Returns the last execution with handlers treated as locks. Under this relation, every order of
  // the events that agrees with happens-before can be run.
  [[nodiscard]] Execution with_handlers_as_locks() const;

 private:
  bool step(Choice choice);
  bool run_to_the_end();
  bool shows_error();

  Program& program_;
  std::string error_;
  bool ends_at_error_;
  SearchBudget& budget_;
  Checks checks_;
  Execution execution_;
  std::vector<Event> events_;  // of the last run, as the program returned them
  std::vector<Pending> pending_;
  std::vector<Finding> findings_;
  Finding finding_;
};

}  // namespace mazurka
