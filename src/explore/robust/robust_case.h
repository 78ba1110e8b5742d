// A conflict that stands against robustness, put into words while the program can still be run.
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

  // A cycle of events in the execution `concurrent`, held against the serialisable one `serial`.
  [[nodiscard]] RobustCase cycle(const Choices& concurrent, const Choices& serial,
                                 RobustVerdict verdict);
  // An inversion in `event`, held against the single-thread execution of the events before it.
  [[nodiscard]] RobustCase inversion(const InvertedEvent& inverted, RobustVerdict verdict);

  // What the single-thread semantics leaves behind after these events, with choices as in `like`.
  [[nodiscard]] Outcome serial_outcome(const std::vector<TaskId>& events, const Choices& like);
  // What an execution leaves behind, as far as the events `events` (empty: all) go.
  [[nodiscard]] Outcome outcome(const Choices& choices, const std::vector<TaskId>& events);

  [[nodiscard]] Execution execution(const Choices& choices) { return rerun(choices).execution; }
  // In words: a task outside of all events takes part.
  [[nodiscard]] std::string outside(const Choices& choices);

 private:
  struct Run {
    Execution execution;
    std::vector<Pending> pending;
  };
  [[nodiscard]] Run rerun(const Choices& choices);
  // As in the execution that was run last: tasks that are called the same have numbers.
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
