#include "explore/algorithm/backtrack_search.h"

#include <algorithm>

#include "core/invariant.h"
#include "explore/checkpoint_io.h"

namespace mazurka {

void BacktrackSearch::begin(Program& program, Execution& execution) {
  execution_ = &execution;
  finder_.emplace(execution, program);
  frames_.assign(1, {});
}

// Returns a choice of some p ∈ backtrack(E) \ Sleep; none: the node is explored.
std::optional<Choice> BacktrackSearch::Frame::next() const {
  for (const Choice& choice : enabled)
    if (std::ranges::find(backtrack, choice.task) != backtrack.end() && !asleep.contains(choice))
      return choice;
  return std::nullopt;
}

std::optional<Choice> BacktrackSearch::pick(std::span<const Choice> enabled) {
  const Position depth = execution_->size();
  if (depth + 1 >= frames_.size()) frames_.resize(depth + 2);
  Frame& here = frames_[depth];
  if (!returned_) {
    here.enabled.clear();
    for (const Choice& choice : enabled)
      if (!here.asleep.contains(choice)) here.enabled.push_back(choice);
    here.backtrack.clear();
    if (here.enabled.empty()) return std::nullopt;  // l.2: sleep-set blocked
    here.backtrack.push_back(free_choice_.pick(here.enabled, *execution_).task);  // l.3
  }
  returned_ = false;
  return here.next();  // l.4
}

void BacktrackSearch::executed() {
  const Position last = execution_->size() - 1;
  if ((*execution_)[last].operation != OperationKind::await) {
    reversals_.clear();
    finder_->find_into(last, reversals_);  // l.5
    plan();
  }
  frames_[last + 1].asleep.become_rest_of(frames_[last].asleep, (*execution_)[last],
                                          execution_->registry(),
                                          execution_->conflicts());  // l.10
}

void BacktrackSearch::finished(bool /*maximal*/, std::span<const Pending> pending) {
  // Events that come after an await in this run may make its condition true in another order, so
  // the races of awaits are known only now.
  for (Position i = 0; i < execution_->size(); ++i) {
    if ((*execution_)[i].operation != OperationKind::await) continue;
    reversals_.clear();
    finder_->find_into(i, reversals_);
    plan();
  }
  for (const Pending& waiting : pending) {
    reversals_.clear();
    finder_->find_waiting(waiting, reversals_);
    plan();
  }
}

// l.6–9: extends the backtrack set at each reversal that is not covered yet.
void BacktrackSearch::plan() {
  for (const Reversal& reversal : reversals_) {
    ++found_;
    candidates_.clear();
    candidates(reversal, candidates_);
    MAZURKA_INVARIANT(!candidates_.empty(), "a reversal has at least one initial");
    std::vector<TaskId>& backtrack = frames_[reversal.earlier].backtrack;
    if (std::ranges::find_first_of(backtrack, candidates_) != backtrack.end()) continue;
    backtrack.push_back(candidates_.front());
    ++added_;
  }
}

void BacktrackSearch::initials(const Reversal& reversal, bool only_causes,
                               std::vector<TaskId>& result) const {
  if (later_is_initial(reversal, *execution_)) result.push_back(reversal.later.task);
  for (Position i = reversal.earlier + 1; i < execution_->size(); ++i) {
    const Position before = execution_->last_dependency(i);
    if (before != Execution::nowhere && before >= reversal.earlier) continue;
    if (!reversal.keeps(*execution_, i)) continue;
    const bool is_cause =
        (reversal.later_at != Execution::nowhere &&
         execution_->happens_before(i, reversal.later_at)) ||
        (reversal.cause != Execution::nowhere && execution_->happens_before(i, reversal.cause)) ||
        (reversal.waker != Execution::nowhere && execution_->happens_before(i, reversal.waker)) ||
        reversal.later.operation == OperationKind::await;
    if (!only_causes || is_cause) result.push_back((*execution_)[i].task);
  }
}

// l.12: puts the explored steps to sleep, from the last one back to the deepest node that has a
// choice left.
std::optional<Position> BacktrackSearch::backtrack() {
  for (Position depth = execution_->size(); depth-- > 0;) {
    frames_[depth].asleep.add((*execution_)[depth]);
    if (!frames_[depth].next()) continue;
    returned_ = true;
    return depth;
  }
  return std::nullopt;
}

std::uint64_t BacktrackSearch::branches_left(Position depth) const {
  const Frame& frame = frames_[depth];
  std::uint64_t count = 0;
  for (const Choice& choice : frame.enabled)
    if (std::ranges::find(frame.backtrack, choice.task) != frame.backtrack.end() &&
        !frame.asleep.contains(choice))
      ++count;
  return count;
}

void BacktrackSearch::save(Position kept, CheckpointWriter& to) const {
  for (Position depth = 0; depth <= kept; ++depth) {
    const Frame& frame = frames_[depth];
    to.list(frame.asleep.steps(), [&](const Step& step) { to.step(step); });
    to.list(frame.enabled, [&](Choice choice) { to.choice(choice); });
    to.list(frame.backtrack, [&](TaskId task) { to.number(task.value); });
  }
}

void BacktrackSearch::load(Position kept, CheckpointReader& from) {
  frames_.resize(kept + 2);
  for (Position depth = 0; depth <= kept; ++depth) {
    Frame& frame = frames_[depth];
    from.list([&] { frame.asleep.add(from.step()); });
    from.list([&] { frame.enabled.push_back(from.choice()); });
    from.list([&] { frame.backtrack.push_back(from.task()); });
  }
  if (!frames_[kept].next()) CheckpointReader::fail();
  returned_ = true;
}

AlgorithmResult BacktrackSearch::result() const {
  return {.statistics = {{"reversals found", found_},
                         {"reversals that added to a backtrack set", added_}}};
}

}  // namespace mazurka
