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

// The kind of an error and where it happens, as text: equal for the same error in any execution.
[[nodiscard]] std::string error_and_place(const Finding& finding, const Registry& registry);

class Attempt {
 public:
  // `error` is the error_and_place() that is looked for, of this kind.
  Attempt(Program& program, std::string error, FindingKind kind, SearchBudget& budget);

  // Does as many of these steps as are possible, in this order. An error that needs an end (a
  // deadlock …) then gets one: everything goes on until nothing can. True: the error shows.
  bool run(std::span<const Choice> wishes);

  // Of the last run.
  [[nodiscard]] const Execution& execution() const { return execution_; }
  [[nodiscard]] const std::vector<Pending>& pending() const { return pending_; }
  [[nodiscard]] const Finding& finding() const { return finding_; }  // REQUIRES: it shows the error
  [[nodiscard]] std::vector<Choice> choices() const;
  // The same execution with handlers as locks: every order that agrees with its happens-before can
  // be run.
  [[nodiscard]] Execution with_handlers_as_locks() const;

 private:
  bool step(Choice choice);
  bool go_on_to_the_end();
  bool shows_error();

  Program& program_;
  std::string error_;
  bool ends_at_error_;
  SearchBudget& budget_;
  Checks checks_;
  Execution execution_;
  std::vector<Event> events_;  // as the program gave them
  std::vector<Pending> pending_;
  std::vector<Finding> findings_;
  Finding finding_;
};

}  // namespace mazurka
