#include "explore/tree/schedule_tree.h"

namespace mazurka {

void ScheduleTree::insert(Branches& at, std::span<const Choice> sequence) {
  std::uint32_t parent = none;  // `at` itself
  for (const Choice& choice : sequence) {
    std::uint32_t next = forest_.below(parent, at).first;
    while (next != none && forest_.label(next) != choice) next = forest_.next(next);
    parent = next != none ? next : forest_.add(parent, at, choice);
  }
  forest_.below(parent, at).ends = true;
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
  forest_.below(path.back(), at).ends = false;
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

ScheduleTree::Branches ScheduleTree::take_freely(Branches& branches, Choice choice) {
  branches.ends = false;
  Branches below = take(branches, choice);
  below.ends = !below.empty();
  return below;
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

void ScheduleTree::save(const Branches& branches, CheckpointWriter& to) const {
  forest_.save(
      branches, to, [&](const Branches& here) { to.number(here.ends ? 1 : 0); },
      [&](Choice choice) { to.choice(choice); });
}

ScheduleTree::Branches ScheduleTree::load(CheckpointReader& from) {
  return forest_.load(
      from, [&](Branches& here) { here.ends = from.flag(); }, [&] { return from.choice(); });
}

}  // namespace mazurka
