// Describes a conflict that contradicts robustness, while the program can still be run.
#pragma once

#include <vector>

#include "explore/robust/event_tree.h"
#include "explore/robust/explored_robustness.h"
#include "explore/robust/robust_summary.h"
#include "program/program.h"

namespace mazurka {

class CaseWriter {
 public:
  CaseWriter(Program& program, const EventTree& tree) : program_(program), tree_(tree) {}

  // Describes a cycle of events in the execution `concurrent`, compared with the serialisable
  // execution `serial`.
  [[nodiscard]] RobustCase cycle(const Choices& concurrent, const Choices& serial,
                                 RobustVerdict verdict);
  // Describes an inversion, compared with the single-thread execution of the event and of the
  // events before it.
  [[nodiscard]] RobustCase inversion(const InvertedEvent& inverted, RobustVerdict verdict);

  // Returns the outcome of these events in the single-thread semantics, with the values of choices
  // as in `like`.
  [[nodiscard]] Outcome serial_outcome(const std::vector<TaskId>& events, const Choices& like);
  // Returns the outcome of the events `events` (empty: of all events) in an execution.
  [[nodiscard]] Outcome outcome(const Choices& choices, const std::vector<TaskId>& events);

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
  [[nodiscard]] Choices in_serial_order(const Choices& choices, std::vector<std::string>& order);
  void add_environment(RobustCase& result) const;
  [[nodiscard]] Counterexample shown(const Choices& choices, Finding finding);
  void compare(RobustCase& result, const Outcome& concurrent, const Outcome& serial);
  [[nodiscard]] bool belongs(TaskId task, const std::vector<TaskId>& events) const;
  [[nodiscard]] std::string step_in_words(const Execution& execution, Position position) const;
  [[nodiscard]] std::string place(LocationId location) const;
  [[nodiscard]] std::string what_conflicts(const Event& a, const Event& b) const;
  [[nodiscard]] std::string stretch(LocationId first, LocationId last) const;
  [[nodiscard]] std::string task_in_words(TaskId task) const;

  Program& program_;
  const EventTree& tree_;
  std::vector<std::string> names_;  // by task
};

}  // namespace mazurka
