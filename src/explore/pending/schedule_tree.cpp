#include "explore/pending/schedule_tree.h"

#include <algorithm>

#include "core/invariant.h"

namespace mazurka {

std::uint32_t ScheduleTree::make_node(Choice choice) {
  peak_ = std::max(peak_, ++used_);
  if (free_ == none) {
    nodes_.push_back({choice, none, {}});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  const std::uint32_t node = free_;
  free_ = nodes_[node].next;
  nodes_[node] = {choice, none, {}};
  return node;
}

void ScheduleTree::insert(Branches& at, std::span<const Choice> beginning) {
  std::uint32_t parent = none;  // `at` itself; by index, since making nodes moves them
  const auto here = [&]() -> Branches& { return parent == none ? at : nodes_[parent].below; };
  for (const Choice& choice : beginning) {
    std::uint32_t next = here().first;
    while (next != none && nodes_[next].choice != choice) next = nodes_[next].next;
    if (next == none) {
      next = make_node(choice);
      Branches& branches = here();
      (branches.first == none ? branches.first : nodes_[branches.last].next) = next;
      branches.last = next;
    }
    parent = next;
  }
  here().ends = true;
}

// Removes the branch that comes after the node `before` (none: the first), and the node itself.
ScheduleTree::Branches ScheduleTree::take_after(Branches& branches, std::uint32_t before) {
  std::uint32_t& link = before == none ? branches.first : nodes_[before].next;
  const std::uint32_t node = link;
  link = nodes_[node].next;
  if (branches.last == node) branches.last = before;
  const Branches below = nodes_[node].below;
  nodes_[node].next = free_;
  free_ = node;
  --used_;
  return below;
}

ScheduleTree::Taken ScheduleTree::take_first(Branches& branches) {
  MAZURKA_INVARIANT(branches.first != none, "no branch to take");
  const Choice choice = nodes_[branches.first].choice;
  return {choice, take_after(branches, none)};
}

ScheduleTree::Branches ScheduleTree::take(Branches& branches, Choice choice) {
  std::uint32_t before = none;
  for (std::uint32_t i = branches.first; i != none; before = i, i = nodes_[i].next)
    if (nodes_[i].choice == choice) return take_after(branches, before);
  return {};
}

}  // namespace mazurka
