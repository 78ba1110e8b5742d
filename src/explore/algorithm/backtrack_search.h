// The search that Source-DPOR and DPOR share: backtrack sets and sleep sets.
//
//   Paper    [SourceSets17] Alg. 1; with locks Alg. 3; with awaits Alg. 5.
//   Words    execution = E, reversal = (e, e'), frame(d).asleep = Sleep and frame(d).backtrack =
//            backtrack(E') for the prefix E' of length d.
//   Differs  - The recursion is a stack of frames.
//            - The paper looks for the races of a lock acquisition at every state. Here they are
//              found when the acquisition runs, or at the end of the run if it never does, against
//              all events that could have disabled it. Races of awaits are found at the end of the
//              run, against all its events (race/find_reversals.h).
//            - A backtrack set holds tasks. If a task has several alternatives (choose, signal),
//              all of them are explored.
//
// The two algorithms differ only in the tasks that cover a reversal: candidates().
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "explore/algorithm.h"
#include "explore/free_choice.h"
#include "explore/race/find_reversals.h"
#include "explore/tree/sleep_set.h"

namespace mazurka {

class BacktrackSearch : public Algorithm, private Resumable, private Estimable {
 public:
  BacktrackSearch(const AlgorithmFacts& facts, std::uint64_t order_seed)
      : Algorithm(facts), free_choice_(order_seed) {}

  void begin(Program& program, Execution& execution) override;
  [[nodiscard]] std::optional<Choice> pick(std::span<const Choice> enabled) override;
  void executed() override;
  void finished(bool maximal, std::span<const Pending> pending) override;
  [[nodiscard]] std::optional<Position> backtrack() override;
  [[nodiscard]] AlgorithmResult result() const override;
  [[nodiscard]] Resumable* resumable() override { return this; }
  [[nodiscard]] const Estimable* estimable() const override { return this; }

 protected:
  // Appends the tasks that cover the reversal: it is covered if one of them is in backtrack(E').
  // If none is, the search adds the first of them. Appends at least one task.
  virtual void candidates(const Reversal& reversal, std::vector<TaskId>& result) const = 0;
  // Appends the tasks in I(v): those whose first kept event has no kept predecessor. If
  // `only_causes`, appends only the task of e' and tasks whose event happens before e'. (If e' is
  // an await, all kept events count as such, since each may change what its condition reads.)
  void initials(const Reversal& reversal, bool only_causes, std::vector<TaskId>& result) const;

 private:
  struct Frame {
    SleepSet asleep;
    std::vector<Choice> enabled;
    std::vector<TaskId> backtrack;
    [[nodiscard]] std::optional<Choice> next() const;
  };

  void plan();

  [[nodiscard]] std::uint64_t branches_left(Position depth) const override;
  void save(Position kept, CheckpointWriter& to) const override;
  void load(Position kept, CheckpointReader& from) override;

  FreeChoice free_choice_;
  Execution* execution_ = nullptr;
  std::optional<ReversalFinder> finder_;
  std::vector<Frame> frames_;  // frames_[d]: the node before the event at d
  bool returned_ = false;      // the search has just backtracked to a node that it visited before
  std::vector<Reversal> reversals_;
  std::vector<TaskId> candidates_;
  std::uint64_t found_ = 0;
  std::uint64_t added_ = 0;
};

}  // namespace mazurka
