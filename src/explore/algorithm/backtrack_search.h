// The search that Source-DPOR and DPOR have in common: backtrack sets and sleep sets.
//
//   Paper    [SourceSets17] Alg. 1; with locks Alg. 3; with awaits Alg. 5.
//   Words    execution = E, reversal = (e, e'), frame(d).asleep = Sleep and frame(d).backtrack =
//            backtrack(E') for the prefix E' of length d.
//   Differs  - The recursion is a stack of frames.
//            - What waits for a lock is looked at when it runs or at the end of the run, against
//              all that could have disabled it, instead of at every state; awaits at the end of the
//              run, with all that has happened by then (race/find_reversals.h).
//            - A backtrack set holds tasks; all values of a choice of the task belong to it.
//
// The two algorithms differ in one test only: which tasks would do for a reversal.
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
  // Tasks one of which must be in backtrack(E') for the reversal to be covered; not empty. The
  // first of them is added if none is.
  virtual void candidates(const Reversal& reversal, std::vector<TaskId>& result) const = 0;
  // The tasks in I(v): those whose first kept event has no kept predecessor. If `only_causes`, just
  // those whose event happens before e'.
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
  bool returned_ = false;      // the node was visited before: take what its backtrack set adds
  std::vector<Reversal> reversals_;
  std::vector<TaskId> candidates_;
  std::uint64_t found_ = 0;
  std::uint64_t added_ = 0;
};

}  // namespace mazurka
