#include "explore/tree/schedule_frames.h"

#include "core/invariant.h"
#include "explore/checkpoint_io.h"
#include "explore/mutations.h"
#include "explore/tree/alternatives.h"

namespace mazurka {

void ScheduleFrames::begin_run() {
  is_free_ = false;
  run_ = {};
}

bool ScheduleFrames::prescribes_step() {
  const Position depth = execution_.size();
  if (depth + 1 >= frames_.size()) frames_.resize(depth + 2);
  ScheduleTree::Branches& branches = frames_[depth].branches;
  if (branches.ends) end_sequence(branches);
  return !is_free_ && !branches.empty();
}

void ScheduleFrames::end_sequence(ScheduleTree::Branches& branches) {
  const std::optional<Goal> goal = tree_.take_end(branches);
  if (run_.goal && goal && goal->trace != run_.goal->trace) run_.has_two_goals = true;
  if (!run_.goal) run_.goal = goal;
  if (goal && goal->is_told) run_.goal->is_told = true;
  is_free_ = true;
}

const ScheduleFrames::EndedRun& ScheduleFrames::end_run() {
  ScheduleTree::Branches& last = frames_[execution_.size()].branches;
  if (last.ends) end_sequence(last);
  return run_;
}

Choice ScheduleFrames::follow_first(std::span<const Choice> enabled) {
  const Position depth = execution_.size();
  Frame& here = frames_[depth];
  const ScheduleTree::Taken taken = tree_.take_first(here.branches);
  if (mutations().leaves_siblings_behind) here.branches = {};
  list_alternatives(taken.choice, enabled, here.alternatives);
  frames_[depth + 1].branches = taken.below;
  return taken.choice;
}

void ScheduleFrames::follow_freely(Choice choice, std::span<const Choice> enabled) {
  const Position depth = execution_.size();
  Frame& here = frames_[depth];
  frames_[depth + 1].branches = tree_.take(here.branches, choice);
  list_alternatives(choice, enabled, here.alternatives);
}

void ScheduleFrames::insert(Position prefix, std::span<const Choice> choices,
                            const std::optional<Goal>& goal) {
  Position at = prefix;
  while (!choices.empty() && at < execution_.size() &&
         choices.front() == execution_[at].as_choice()) {
    choices = choices.subspan(1);
    ++at;
  }
  tree_.insert(frames_[at].branches, choices, goal);
}

void ScheduleFrames::remove(std::span<const Choice> choices) {
  Position at = 0;
  while (!choices.empty() && at < execution_.size() &&
         choices.front() == execution_[at].as_choice()) {
    choices = choices.subspan(1);
    ++at;
  }
  tree_.remove(frames_[at].branches, choices);
}

// After the present execution, only a job of another worker can be left: it leads here again,
// because that worker has not told yet that it has run it.
std::optional<Position> ScheduleFrames::deepest_branch() const {
  for (Position depth = execution_.size() + 1; depth-- > 0;)
    if (!frames_[depth].branches.empty()) return depth;
  return std::nullopt;
}

std::uint64_t ScheduleFrames::count_sequences(Position length) const {
  std::uint64_t count = 0;
  for (Position depth = 0; depth < length; ++depth)
    count += tree_.count_sequences(frames_[depth].branches);
  return count;
}

void ScheduleFrames::save(Position kept, CheckpointWriter& to) const {
  for (Position depth = 0; depth <= kept; ++depth) {
    to.list(frames_[depth].alternatives, [&](std::uint32_t value) { to.value(value); });
    tree_.save(frames_[depth].branches, to);
  }
}

void ScheduleFrames::load(Position kept, CheckpointReader& from) {
  frames_.resize(kept + 2);
  for (Position depth = 0; depth <= kept; ++depth) {
    from.list([&] { frames_[depth].alternatives.push_back(from.value()); });
    frames_[depth].branches = tree_.load(from);
  }
}

void ScheduleFrames::check_invariants() const {
  MAZURKA_DEBUG_INVARIANT(frames_.size() > execution_.size(), "each prefix has a frame");
  MAZURKA_DEBUG_INVARIANT(frames_[execution_.size()].branches.first == BranchList::none,
                          "nothing can be explored after a maximal execution");
}

}  // namespace mazurka
