// What is left to explore along the present execution: one frame for each of its prefixes, with the
// branches of the schedule tree that leave the execution there.
//
// Invariant: there is a frame for each prefix of the execution, itself included. The branches of
// all frames together are what is left to explore, and after a run none is deeper than the
// execution. Frames beyond its end are left over from longer executions and overwritten before
// they are read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/execution.h"
#include "core/step.h"
#include "explore/tree/schedule_tree.h"

namespace mazurka {

class CheckpointReader;
class CheckpointWriter;

class ScheduleFrames {
 public:
  using Goal = ScheduleTree::Goal;

  // REQUIRES: `execution` outlives this.
  explicit ScheduleFrames(const Execution& execution) : execution_(execution), frames_(1) {}

  // --- The walk: follows one step from the end of the execution ---

  // Returns whether the next step is prescribed: a branch leads on, and no sequence ends here.
  // A run follows a sequence of choices, if there is one, and then free choices to its end.
  void begin_run();
  [[nodiscard]] bool prescribes_step();
  // Follows the first branch. REQUIRES: prescribes_step().
  [[nodiscard]] Choice follow_first(std::span<const Choice> enabled);
  // Follows this choice; a sequence that ends here is continued by it.
  void follow_freely(Choice choice, std::span<const Choice> enabled);
  // Call at the end of a run, at a maximal execution.
  struct EndedRun {
    std::optional<Goal> goal;    // where its sequence was to lead, if that is known
    bool has_two_goals = false;  // several sequences ended in it: a prediction was wrong
  };
  [[nodiscard]] const EndedRun& end_run();

  // --- The plan ---

  // Inserts a sequence of choices after the prefix of this length. Its first choices may be those
  // that the execution makes there. They are skipped, and the rest is inserted at the deeper frame
  // that they lead to. `goal`: where it leads, if that is known.
  void insert(Position prefix, std::span<const Choice> choices,
              const std::optional<Goal>& goal = {});
  // Removes a sequence of choices from the start of the execution, if it is still to be explored.
  // REQUIRES: no run is under way.
  void remove(std::span<const Choice> choices);
  // Calls `visit` with the choices, from the start of the execution, and the trace of each sequence
  // that was not told, and marks it as told.
  template <class Visit>
  void tell(Visit visit) {
    std::vector<Choice> path;
    for (Position depth = 0; depth <= execution_.size(); ++depth) {
      tree_.tell(frames_[depth].branches, path, visit);
      if (depth < execution_.size()) path.push_back(execution_[depth].as_choice());
    }
  }
  // Calls `visit` with the choices, from the start of the execution, and the goal of each sequence
  // that leaves at the first `length` frames.
  template <class Visit>
  void for_each_sequence(Position length, const Visit& visit) const {
    std::vector<Choice> path;
    for (Position depth = 0; depth < length; ++depth) {
      tree_.for_each(frames_[depth].branches, path, visit);
      if (depth < execution_.size()) path.push_back(execution_[depth].as_choice());
    }
  }
  // Returns where the deepest branch leaves the execution, if there is one.
  [[nodiscard]] std::optional<Position> deepest_branch() const;
  // Returns the values that the task at this position could choose; empty if there is only one.
  [[nodiscard]] std::span<const std::uint32_t> alternatives(Position position) const {
    return frames_[position].alternatives;
  }

  // --- Numbers and checkpoints ---

  [[nodiscard]] std::uint64_t count_branches(Position depth) const {
    return tree_.count(frames_[depth].branches);
  }
  // Returns how many sequences leave at the first `length` frames. Visits every node of the tree.
  [[nodiscard]] std::uint64_t count_sequences(Position length) const;
  [[nodiscard]] std::uint64_t nodes() const { return tree_.nodes(); }
  [[nodiscard]] std::uint64_t peak_nodes() const { return tree_.peak_nodes(); }
  // Writes the frames up to depth `kept`; load() reads them.
  void save(Position kept, CheckpointWriter& to) const;
  void load(Position kept, CheckpointReader& from);
  // Checks in debug builds that a maximal execution has a frame, and nothing below it.
  void check_invariants() const;

 private:
  struct Frame {
    ScheduleTree::Branches branches;          // wut(E'), without what is being explored
    std::vector<std::uint32_t> alternatives;  // values of the choice made here, if several
  };

  void end_sequence(ScheduleTree::Branches& branches);

  const Execution& execution_;
  ScheduleTree tree_;
  std::vector<Frame> frames_;  // frames_[d]: the prefix of length d
  // Of the present run.
  bool is_free_ = false;  // its sequence has ended
  EndedRun run_;
};

}  // namespace mazurka
