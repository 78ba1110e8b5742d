#include "explore/tree/schedule_tree.h"

namespace mazurka {

void ScheduleTree::insert(Branches& at, std::span<const Choice> sequence,
                          const std::optional<Goal>& goal) {
  const bool is_untold = goal && !goal->is_told;
  std::uint32_t parent = none;  // `at` itself
  for (const Choice& choice : sequence) {
    Branches& here = forest_.below(parent, at);
    here.has_untold |= is_untold;
    std::uint32_t next = here.first;
    while (next != none && forest_.label(next) != choice) next = forest_.next(next);
    parent = next != none ? next : forest_.add(parent, at, choice);
  }
  Branches& end = forest_.below(parent, at);
  if (end.ends) {
    if (end.goal != none && !is_untold) goals_[end.goal].is_told = true;
    return;
  }
  end.ends = true;
  end.has_untold |= is_untold;
  if (goal) end.goal = add_goal(*goal);
}

std::uint32_t ScheduleTree::add_goal(const Goal& goal) {
  if (free_goals_.empty()) {
    goals_.push_back(goal);
    return static_cast<std::uint32_t>(goals_.size() - 1);
  }
  const std::uint32_t index = free_goals_.back();
  free_goals_.pop_back();
  goals_[index] = goal;
  return index;
}

std::optional<ScheduleTree::Goal> ScheduleTree::take_end(Branches& branches) {
  branches.ends = false;
  const std::uint32_t index = std::exchange(branches.goal, none);
  if (index == none) return std::nullopt;
  free_goals_.push_back(index);
  return goals_[index];
}

// Removes the node where the sequence ends, and the nodes above it that lead nowhere else then.
void ScheduleTree::remove(Branches& at, std::span<const Choice> sequence) {
  std::vector<std::uint32_t> path = {none};  // `at` itself
  for (const Choice& choice : sequence) {
    std::uint32_t next = forest_.below(path.back(), at).first;
    while (next != none && forest_.label(next) != choice) next = forest_.next(next);
    if (next == none) return;
    path.push_back(next);
  }
  if (!forest_.below(path.back(), at).ends) return;
  (void)take_end(forest_.below(path.back(), at));
  while (path.size() > 1 && forest_.below(path.back(), at).empty()) {
    path.pop_back();
    (void)take(forest_.below(path.back(), at), sequence[path.size() - 1]);
  }
}

ScheduleTree::Taken ScheduleTree::take_first(Branches& branches) {
  const auto [choice, below] = forest_.take_after(none, branches);
  return {choice, below};
}

ScheduleTree::Branches ScheduleTree::take(Branches& branches, Choice choice) {
  std::uint32_t before = none;
  for (std::uint32_t i = branches.first; i != none; before = i, i = forest_.next(i))
    if (forest_.label(i) == choice) return forest_.take_after(before, branches).below;
  return {};
}

std::uint64_t ScheduleTree::count(const Branches& branches) const {
  return forest_.count(branches) + (branches.ends ? 1 : 0);
}

// Iterative, because a sequence can be as long as an execution, and recursion of that depth could
// overflow the stack.
std::uint64_t ScheduleTree::count_sequences(const Branches& branches) const {
  std::uint64_t count = 0;
  std::vector<Branches> left = {branches};
  while (!left.empty()) {
    const Branches here = left.back();
    left.pop_back();
    if (here.ends) ++count;
    for (std::uint32_t i = here.first; i != none; i = forest_.next(i))
      left.push_back(forest_.below(i));
  }
  return count;
}

// At each node: 0 if no sequence ends there, 1 if one ends whose goal is not known, 2 and the goal.
void ScheduleTree::save(const Branches& branches, CheckpointWriter& to) const {
  const auto write = [&](const Branches& here) {
    to.number(!here.ends ? 0 : here.goal == none ? 1 : 2);
    if (here.ends && here.goal != none) to.key(goals_[here.goal].trace);
  };
  forest_.save(branches, to, write, [&](Choice choice) { to.choice(choice); });
}

ScheduleTree::Branches ScheduleTree::load(CheckpointReader& from) {
  const auto read = [&](Branches& here) {
    const std::uint32_t kind = from.number_below(3);
    here.ends = kind > 0;
    if (kind == 2) here.goal = add_goal({.trace = from.key()});
  };
  return forest_.load(from, read, [&] { return from.choice(); });
}

}  // namespace mazurka
