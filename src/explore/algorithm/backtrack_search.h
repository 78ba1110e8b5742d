// The search that Source-DPOR and DPOR share: backtrack sets and sleep sets.
//
//   Paper    [SourceSets17] Alg. 1 l.1–4 and l.10–12; [DPOR05] Fig. 3.
//   Words    execution = E (in [DPOR05]: S), frame(d).asleep = Sleep and frame(d).backtrack =
//            backtrack(E') for the prefix E' of length d. Explored steps are put to sleep, so
//            frame(d).asleep also holds `done` of [DPOR05].
//   Differs  - The recursion is a stack of frames.
//            - A backtrack set holds tasks. If a task has several alternatives (choose, signal),
//              all of them are explored.
//
// The two algorithms differ in what they add to backtrack sets: consider_event(),
// consider_pending().
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "explore/algorithm.h"
#include "explore/algorithm/task_order.h"
#include "explore/free_choice.h"
#include "explore/tree/sleep_set.h"

namespace mazurka {

struct BacktrackSearchOptions {
  std::uint64_t order_seed = 0;                // of the free choices (free_choice.h)
  TaskOrder order = TaskOrder::running_first;  // if order_seed is 0
  bool sleep_sets = true;
  bool idle_tasks_cover = false;  // of Source-DPOR: see source_dpor.cpp
};

class BacktrackSearch : public Algorithm, private Resumable, private Estimable {
 public:
  BacktrackSearch(const AlgorithmFacts& facts, const BacktrackSearchOptions& options)
      : Algorithm(facts), options_(options), free_choice_(options.order_seed) {}

  void begin(Program& program, Execution& execution) override;
  [[nodiscard]] std::optional<Choice> pick(std::span<const Choice> enabled) final;
  void executed() final;
  void finished(bool maximal, std::span<const Pending> pending) override;
  [[nodiscard]] std::optional<Position> backtrack() final;
  [[nodiscard]] Resumable* resumable() final { return this; }
  [[nodiscard]] const Estimable* estimable() const final { return this; }

 protected:
  struct Frame {
    SleepSet asleep;
    // The enabled choices that were awake when the search came here, in the order in which they are
    // tried. Without sleep sets, all enabled choices.
    std::vector<Choice> enabled;
    std::vector<TaskId> backtrack;  // in the order in which tasks were added

    [[nodiscard]] std::optional<Choice> next() const;
    [[nodiscard]] bool will_try(TaskId task) const;  // is it in the backtrack set?
  };

  // Extends backtrack sets by what the last event of the execution demands.
  virtual void consider_event() = 0;
  // Extends backtrack sets by what a pending operation demands, at the end of a run.
  virtual void consider_pending(const Pending& waiting) = 0;

  [[nodiscard]] const Execution& execution() const { return *execution_; }
  [[nodiscard]] Program& program() const { return *program_; }
  [[nodiscard]] const BacktrackSearchOptions& options() const { return options_; }
  // Returns the node before the event at `depth`.
  [[nodiscard]] Frame& frame(Position depth) { return frames_[depth]; }
  // Sorts tasks by the order in which they are tried.
  void sort(std::vector<TaskId>& tasks);
  // Adds a task that is not in the backtrack set yet.
  void add_to_backtrack(Position depth, TaskId task);
  [[nodiscard]] std::uint64_t largest_backtrack_set() const { return largest_; }

 private:
  void enter(Frame& here, std::span<const Choice> enabled);
  [[nodiscard]] Choice first_choice(const Frame& here) const;

  [[nodiscard]] std::uint64_t branches_left(Position depth) const override;
  void save(Position kept, CheckpointWriter& to) const override;
  void load(Position kept, CheckpointReader& from) override;

  BacktrackSearchOptions options_;
  FreeChoice free_choice_;
  TextOrder text_order_;
  Program* program_ = nullptr;
  Execution* execution_ = nullptr;
  std::vector<Frame> frames_;  // frames_[d]: the node before the event at d
  bool returned_ = false;      // the search has just backtracked to a node that it visited before
  std::uint64_t largest_ = 0;
};

}  // namespace mazurka
