// Runs events one after the other, the tasks of each in the order of the single-thread semantics.
//
// At each moment the first task, in the depth-first order of the call tree, that can go on does so.
// As long as nothing waits, that runs every task to its end before the next. A task can be cut: it
// stops before a given step of it, and the others go on; that is how an action is delayed.
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
  paper,  // reads, writes, posts to the main handler, spawns; all else is refused (UserError)
};

// Before which step which task stops.
struct Cut {
  TaskId task;
  std::uint32_t index = 0;
};

class SerialRun {
 public:
  SerialRun(Program& program, const EventTree& tree, Language language)
      : program_(program), tree_(tree), language_(language) {}

  // In states that no serial execution reaches, a message may stop for good.
  void tolerate_stopped_messages(bool tolerate) { tolerates_stops_ = tolerate; }

  // Where a task has a choice, it chooses as it did in this execution.
  void follow(const std::vector<Choice>& execution);

  // Restarts the program and runs the tasks that belong to no event as far as they go.
  void restart();
  // The events that have been posted, in the order of their ids.
  [[nodiscard]] const std::vector<TaskId>& events() const { return events_; }

  // Runs the tasks of an event as far as they go. `skipped` are not begun. Can be called again for
  // the same event: it goes on with what is left.
  void run(TaskId event, std::optional<Cut> cut = std::nullopt,
           const std::set<TaskId>& skipped = {});
  // The outside tasks and all events that are left, until nothing can go on.
  void run_rest();
  // The step that a task makes next. False if it cannot.
  bool step(TaskId task);

  [[nodiscard]] std::span<const Event> steps() const { return steps_; }
  [[nodiscard]] std::vector<Choice> choices() const;
  // Which step of its creator created the task.
  [[nodiscard]] std::uint32_t created_at(TaskId task) const { return created_at_[task.value]; }
  [[nodiscard]] std::uint64_t total_steps() const { return total_steps_; }

 private:
  [[nodiscard]] std::optional<Choice> choice_of(TaskId task);
  const Event* make_step(TaskId task);
  void add_task(TaskId task, std::uint32_t created_at);
  void run_outside();
  void go_on(std::vector<TaskId>& tasks, std::optional<Cut> cut, const std::set<TaskId>& skipped);
  [[nodiscard]] bool may_step(TaskId task, std::optional<Cut> cut,
                              const std::set<TaskId>& skipped) const;
  void refuse_foreign(const Event& event) const;
  void refuse_waiting(TaskId task);
  [[noreturn]] void refuse(LocationId location, const std::string& what) const;

  Program& program_;
  const EventTree& tree_;
  Language language_;
  std::vector<Event> steps_;
  std::vector<TaskId> events_;
  std::vector<TaskId> outside_;
  std::deque<std::vector<TaskId>> tasks_;  // by event: depth first; grows while one of them runs
  std::vector<std::uint32_t> count_;       // steps, by task
  std::vector<bool> ended_;                // by task
  std::vector<std::uint32_t> created_at_;  // by task
  std::map<EventId, std::uint32_t> chosen_;
  std::uint64_t total_steps_ = 0;
  bool tolerates_stops_ = false;
};

// What the single-thread semantics leaves behind, for all orders of the events, each with one of
// them. Orders that lead to the same values with the same events go on together. Empty if it takes
// more than `most_runs`.
[[nodiscard]] std::map<Outcome, std::vector<Choice>> serial_outcomes(Program& program,
                                                                     const EventTree& tree,
                                                                     std::uint64_t most_runs);

}  // namespace mazurka
