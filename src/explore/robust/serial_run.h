// Runs events one after the other, the tasks of each in the order of the single-thread semantics.
//
// The next step is always made by the first enabled task in the depth-first order of the call tree.
// If no task waits, this runs every task to its end before the next one. To delay an action, a task
// can be cut: it stops before a given step, and the other tasks continue.
//   Paper  [Robustness17] Section 3.3, Figure 6; a cut is the flag `skip` of Section 6.1.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "explore/robust/event_tree.h"
#include "explore/robust/outcome.h"
#include "program/program.h"

namespace mazurka {

enum class Language : std::uint8_t {
  any,
  paper,  // reads, writes, posts to the main handler, spawns; anything else throws UserError
};

// Makes a task stop before its step with this index.
struct Cut {
  TaskId task;
  std::uint32_t index = 0;
};

class SerialRun {
 public:
  SerialRun(Program& program, const EventTree& tree, Language language)
      : program_(program), tree_(tree), language_(language) {}

  // Makes each choice of a task take the value that it has in this execution.
  void follow(const std::vector<Choice>& execution);

  // Restarts the program and runs the tasks that belong to no event as far as they go. Those that
  // wait for a condition continue as soon as it holds, also between two steps of an event.
  void restart();
  // Returns the events that have been posted, in the order of their ids.
  [[nodiscard]] const std::vector<TaskId>& events() const { return events_; }

  // Runs the tasks of an event as far as they go, except for those in `skipped`. Can be called
  // again for the same event to continue its tasks.
  void run(TaskId event, std::optional<Cut> cut = std::nullopt,
           const std::set<TaskId>& skipped = {});
  // Runs the tasks that belong to no event and all events, until nothing can continue.
  void run_rest();
  // Makes the next step of a task. Returns false if it cannot.
  bool step(TaskId task);

  [[nodiscard]] std::span<const Event> steps() const { return steps_; }
  [[nodiscard]] std::vector<Choice> choices() const;
  // Returns the index of the creator's step that created the task.
  [[nodiscard]] std::uint32_t created_at(TaskId task) const { return created_at_[task.value]; }
  [[nodiscard]] std::uint64_t total_steps() const { return total_steps_; }
  // Returns the tasks that belong to no event.
  [[nodiscard]] const std::vector<TaskId>& outside() const { return outside_; }
  [[nodiscard]] bool has_ended(TaskId task) const { return ended_[task.value]; }
  [[nodiscard]] std::uint32_t steps_of(TaskId task) const { return count_[task.value]; }
  // Returns the location of the task's next step; none if it is unknown.
  [[nodiscard]] LocationId waits_at(TaskId task);
  // Returns how many steps tasks that belong to no event have made.
  [[nodiscard]] std::uint32_t outside_steps() const;
  // Returns whether a message of the main handler has stopped for good in some run so far, and
  // where; none: no message has.
  [[nodiscard]] std::optional<LocationId> stopped_message() const { return stopped_message_; }

 private:
  [[nodiscard]] std::optional<Choice> choice_of(TaskId task);
  const Event* make_step(TaskId task);
  void add_task(TaskId task, std::uint32_t created_at);
  void run_outside();
  void proceed(std::vector<TaskId>& tasks, std::optional<Cut> cut, const std::set<TaskId>& skipped);
  [[nodiscard]] bool may_step(TaskId task, std::optional<Cut> cut,
                              const std::set<TaskId>& skipped) const;
  void refuse_foreign(const Event& event);
  void refuse_other_than_repetition(TaskId task, LocationId next) const;
  void look_at_waiting(TaskId task);
  [[noreturn]] void refuse(LocationId location, const std::string& what) const;

  Program& program_;
  const EventTree& tree_;
  Language language_;
  std::vector<Event> steps_;
  std::vector<TaskId> events_;
  std::vector<TaskId> outside_;
  std::deque<std::vector<TaskId>> tasks_;  // by event, in depth-first order; grows during a run
  std::vector<std::uint32_t> count_;       // steps, by task
  std::vector<bool> ended_;                // by task
  std::vector<std::uint32_t> created_at_;  // by task
  std::vector<LocationId> chose_at_;       // by task of the environment: its last step is a choice
  std::map<EventId, std::uint32_t> chosen_;
  std::uint64_t total_steps_ = 0;
  bool outside_waits_ = false;  // some task that belongs to no event has not ended
  std::optional<LocationId> stopped_message_;
};

// Returns the outcomes of the single-thread semantics for all orders of the events, each with an
// execution that has it. Orders of the same events with the same outcome are merged. Returns an
// empty map if this takes more than `most_runs` runs.
[[nodiscard]] std::map<Outcome, std::vector<Choice>> serial_outcomes(Program& program,
                                                                     const EventTree& tree,
                                                                     std::uint64_t most_runs);

}  // namespace mazurka
