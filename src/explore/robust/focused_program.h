// A program that runs one event of the environment at a time.
//
// While an event runs, a fifo main handler holds only the messages of this event, in the order of
// their posts; the messages of all other events are set aside. The event is then alone, as in
// [Robustness17] Definition 3: nothing that another event has posted stands before its messages.
// A multiset main handler needs no such treatment, because each of its messages can start first.
// Events arrive in any order ([Robustness17] Section 3.1), so each event can be the next to start.
//
// Every execution of the program is also one of this program, because to set messages aside only
// lets other messages start.
#pragma once

#include <vector>

#include "explore/robust/event_tree.h"
#include "explore/robust/outcome.h"
#include "program/forwarding_program.h"

namespace mazurka {

class FocusedProgram : public ForwardingProgram {
 public:
  // REQUIRES: both arguments outlive this object.
  FocusedProgram(Program& program, const EventTree& tree)
      : ForwardingProgram(program), program_(program), tree_(tree) {}

  void restart() override;
  // Before a step of an event, focuses on this event.
  const Event* step(Choice choice) override;
  // Sets the messages of all other events aside.
  void focus(TaskId event);

  // Returns the program without focus, in which the main handler follows its discipline.
  [[nodiscard]] Program& unfocused() { return program_; }

  // Makes the steps of an execution. Returns false if one of them cannot be made.
  [[nodiscard]] bool run(const std::vector<Choice>& choices);
  // Returns the enabled choices of the event, which is focused on.
  [[nodiscard]] std::vector<Choice> enabled_of(TaskId event);
  // Returns the choices that are enabled with some focus, sorted.
  [[nodiscard]] std::vector<Choice> enabled_in_any_focus();
  // Returns the enabled choices of tasks that belong to no event.
  [[nodiscard]] std::vector<Choice> enabled_outside();

  // Returns the events that have been posted and have not started. Events arrive in any order, so
  // each of them may be the next, also with a fifo main handler.
  [[nodiscard]] std::vector<TaskId> next_events() const;
  // Returns the events that have started, in the order in which they started.
  [[nodiscard]] const std::vector<TaskId>& started_events() const { return started_; }
  // Returns the messages of all handlers that have not started, in the order of their posts.
  [[nodiscard]] const std::vector<TaskId>& waiting() const { return waiting_; }
  [[nodiscard]] const std::vector<Event>& steps() const { return steps_; }
  [[nodiscard]] std::vector<Choice> choices() const;
  [[nodiscard]] const EventTree& tree() const { return tree_; }
  [[nodiscard]] bool is_fifo() const;

  // Returns the outcome of the steps so far.
  [[nodiscard]] Outcome outcome() { return outcome_at_end(steps_, program_, tree_); }

 private:
  Program& program_;
  const EventTree& tree_;
  TaskId focus_ = TaskId::none();
  std::vector<TaskId> waiting_;
  std::vector<TaskId> started_;
  std::vector<Event> steps_;
};

// One event alone, after other events and steps of the environment: only its tasks can make steps.
// The steps before it are not part of the executions that an explorer sees.
class AloneProgram : public ForwardingProgram {
 public:
  // REQUIRES: `program` outlives this object and can make the steps of `before`.
  AloneProgram(FocusedProgram& program, std::vector<Choice> before, TaskId event)
      : ForwardingProgram(program), program_(program), before_(std::move(before)), event_(event) {}

  void restart() override;
  [[nodiscard]] std::span<const Choice> enabled() override;
  const Event* step(Choice choice) override;
  void pending(std::vector<Pending>& result) override;

 private:
  // Returns how many steps the task has made before the executions that the explorer sees.
  [[nodiscard]] std::uint32_t made_before(TaskId task) const {
    return task.value < made_before_.size() ? made_before_[task.value] : 0;
  }
  template <class StepOrPending>
  void renumber(StepOrPending& step) const;

  FocusedProgram& program_;
  std::vector<Choice> before_;
  TaskId event_;
  std::vector<std::uint32_t> made_before_;  // by task
  std::vector<Choice> enabled_;
  Event event_made_;
};

}  // namespace mazurka
