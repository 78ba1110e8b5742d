#include "explore/algorithm/backtrack_search.h"

#include <algorithm>

#include "explore/checkpoint_io.h"

namespace mazurka {

void BacktrackSearch::begin(Program& program, Execution& execution) {
  program_ = &program;
  execution_ = &execution;
  frames_.assign(1, {});
}

// Returns a choice of some p ∈ backtrack(E) \ Sleep, the task that was added first; none: the node
// is explored.
std::optional<Choice> BacktrackSearch::Frame::next() const {
  for (const TaskId task : backtrack)
    for (const Choice& choice : enabled)
      if (choice.task == task && !asleep.contains(choice)) return choice;
  return std::nullopt;
}

bool BacktrackSearch::Frame::will_try(TaskId task) const {
  return std::ranges::find(backtrack, task) != backtrack.end();
}

std::optional<Choice> BacktrackSearch::pick(std::span<const Choice> enabled) {
  const Position depth = execution_->size();
  if (depth + 1 >= frames_.size()) frames_.resize(depth + 2);
  Frame& here = frames_[depth];
  if (!returned_) {
    enter(here, enabled);
    if (here.enabled.empty()) return std::nullopt;     // l.2: sleep-set blocked
    add_to_backtrack(depth, first_choice(here).task);  // l.3
  }
  returned_ = false;
  return here.next();  // l.4
}

void BacktrackSearch::enter(Frame& here, std::span<const Choice> enabled) {
  here.backtrack.clear();
  here.enabled.clear();
  for (const Choice& choice : enabled)
    if (!here.asleep.contains(choice)) here.enabled.push_back(choice);
  if (options_.order == TaskOrder::running_first_by_text)
    text_order_.sort(here.enabled, execution_->registry());
}

Choice BacktrackSearch::first_choice(const Frame& here) const {
  if (free_choice_.shuffled() || execution_->size() == 0)
    return free_choice_.pick(here.enabled, *execution_);
  const TaskId last = (*execution_)[execution_->size() - 1].task;
  switch (options_.order) {
    case TaskOrder::running_first:
      break;
    case TaskOrder::running_first_by_text: {
      const auto running = std::ranges::find(here.enabled, last, &Choice::task);
      return running != here.enabled.end() ? *running : here.enabled.front();
    }
    case TaskOrder::lowest_first:
      return here.enabled.front();
    case TaskOrder::round_robin:
      return next_in_turn(here.enabled, last);
  }
  return free_choice_.pick(here.enabled, *execution_);
}

void BacktrackSearch::sort(std::vector<TaskId>& tasks) {
  if (options_.order == TaskOrder::running_first_by_text) {
    text_order_.sort(tasks, execution_->registry());
  } else {
    std::ranges::sort(tasks, {}, &TaskId::value);
  }
}

void BacktrackSearch::add_to_backtrack(Position depth, TaskId task) {
  std::vector<TaskId>& backtrack = frames_[depth].backtrack;
  backtrack.push_back(task);
  largest_ = std::max<std::uint64_t>(largest_, backtrack.size());
}

void BacktrackSearch::executed() {
  const Position last = execution_->size() - 1;
  consider_event();
  SleepSet& asleep = frames_[last + 1].asleep;
  if (options_.sleep_sets) {
    asleep.become_rest_of(frames_[last].asleep, (*execution_)[last], execution_->registry(),
                          execution_->conflicts());  // l.10
  } else {
    asleep.clear();
  }
}

void BacktrackSearch::finished(bool /*maximal*/, std::span<const Pending> pending) {
  for (const Pending& waiting : pending) consider_pending(waiting);
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
  return static_cast<std::uint64_t>(std::ranges::count_if(frame.enabled, [&](Choice choice) {
    return frame.will_try(choice.task) && !frame.asleep.contains(choice);
  }));
}

void BacktrackSearch::save(Position kept, CheckpointWriter& to) const {
  for (Position depth = 0; depth <= kept; ++depth) {
    const Frame& frame = frames_[depth];
    to.list(frame.asleep.steps(), [&](const Step& step) { to.step(step); });
    to.list(frame.enabled, [&](Choice choice) { to.choice(choice); });
    to.list(frame.backtrack, [&](TaskId task) { to.task(task); });
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

}  // namespace mazurka
