// Describes a conflict that contradicts robustness, while the program can still be run.
#pragma once

#include <vector>

#include "explore/robust/event_tree.h"
#include "explore/robust/events_alone.h"
#include "explore/robust/focused_program.h"
#include "explore/robust/robust_summary.h"
#include "program/program.h"

namespace mazurka {

class CaseWriter {
 public:
  explicit CaseWriter(FocusedProgram& program) : program_(program), tree_(program.tree()) {}

  // Describes a cycle of events in the execution `concurrent`, compared with the event-serial
  // execution `serial`, which may be empty.
  [[nodiscard]] RobustCase cycle(const Choices& concurrent, const Choices& serial,
                                 RobustVerdict verdict);
  // Describes an execution without a cycle whose outcome no event-serial execution has.
  [[nodiscard]] RobustCase overlap(const Choices& concurrent, const Choices& serial,
                                   RobustVerdict verdict);
  // Describes an execution of one event alone, compared with the single-thread one.
  [[nodiscard]] RobustCase alone(const AloneCase& alone, RobustVerdict verdict);

  // Returns the outcome of an execution.
  [[nodiscard]] Outcome outcome(const Choices& choices);

  [[nodiscard]] Execution execution(const Choices& choices) { return rerun(choices).execution; }
  // Describes an outside_conflict() of the execution; empty if it has none.
  [[nodiscard]] std::string outside(const Choices& choices);

 private:
  struct Run {
    Execution execution;
    std::vector<Pending> pending;
  };
  [[nodiscard]] Run rerun(const Choices& choices);
  // Returns the name of the task in the execution that was run last. Tasks with equal names have
  // numbers.
  [[nodiscard]] std::string name(TaskId task) const;
  [[nodiscard]] std::vector<std::string> order_of(const Choices& choices);
  void explain_inversion(RobustCase& result, const AloneCase& alone, Finding& finding);
  void complete(RobustCase& result, const Choices& concurrent, const Choices& serial,
                Finding finding);
  static void compare_tasks(RobustCase& result);
  void add_environment(RobustCase& result) const;
  [[nodiscard]] Counterexample shown(const Choices& choices, Finding finding);
  void compare(RobustCase& result, const Outcome& concurrent, const Outcome& serial);
  [[nodiscard]] std::string step_in_words(const Execution& execution, Position position) const;
  [[nodiscard]] std::string place(LocationId location) const;
  [[nodiscard]] std::string what_conflicts(const Event& a, const Event& b) const;
  [[nodiscard]] std::string stretch(LocationId first, LocationId last) const;
  [[nodiscard]] std::string task_in_words(TaskId task) const;

  FocusedProgram& program_;
  const EventTree& tree_;
  std::vector<std::string> names_;  // by task
};

}  // namespace mazurka
