// Wakeup trees and schedule trees in checkpoints: at each node its branches, in their order, then
// what is below each. Without recursion, since a planned sequence is as long as an execution.
#include <algorithm>

#include "explore/pending/schedule_tree.h"
#include "explore/pending/wakeup_tree.h"
#include "explore/state_words.h"

namespace mazurka {

std::uint64_t ScheduleTree::count(const Branches& branches) const {
  std::uint64_t count = branches.ends ? 1 : 0;
  for (std::uint32_t i = branches.first; i != none; i = nodes_[i].next) ++count;
  return count;
}

void ScheduleTree::save(const Branches& branches, StateWriter& to) const {
  std::vector<Branches> left = {branches};
  while (!left.empty()) {
    const Branches here = left.back();
    left.pop_back();
    const auto children = static_cast<std::ptrdiff_t>(left.size());
    to.number(here.ends ? 1 : 0);
    to.number(count(here) - (here.ends ? 1 : 0));
    for (std::uint32_t i = here.first; i != none; i = nodes_[i].next) {
      to.choice(nodes_[i].choice);
      left.push_back(nodes_[i].below);
    }
    std::reverse(left.begin() + children, left.end());
  }
}

ScheduleTree::Branches ScheduleTree::load(StateReader& from) {
  Branches root;
  std::vector<std::uint32_t> left = {none};  // nodes to be filled; none: the root
  while (!left.empty()) {
    const std::uint32_t parent = left.back();
    left.pop_back();
    const auto children = static_cast<std::ptrdiff_t>(left.size());
    const auto here = [&]() -> Branches& { return parent == none ? root : nodes_[parent].below; };
    here().ends = from.flag();
    from.list([&] {
      const std::uint32_t node = make_node(from.choice());
      Branches& branches = here();
      (branches.first == none ? branches.first : nodes_[branches.last].next) = node;
      branches.last = node;
      left.push_back(node);
    });
    std::reverse(left.begin() + children, left.end());
  }
  return root;
}

std::uint64_t WakeupForest::count(const Branches& branches) const {
  std::uint64_t count = 0;
  for (std::uint32_t i = branches.first; i != none; i = nodes_[i].next) ++count;
  return count;
}

void WakeupForest::save(const Branches& branches, StateWriter& to) const {
  std::vector<Branches> left = {branches};
  while (!left.empty()) {
    const Branches here = left.back();
    left.pop_back();
    const auto children = static_cast<std::ptrdiff_t>(left.size());
    to.number(count(here));
    for (std::uint32_t i = here.first; i != none; i = nodes_[i].next) {
      to.step(nodes_[i].step);
      left.push_back(nodes_[i].children);
    }
    std::reverse(left.begin() + children, left.end());
  }
}

WakeupForest::Branches WakeupForest::load(StateReader& from) {
  Branches root;
  std::vector<std::uint32_t> left = {none};
  while (!left.empty()) {
    const std::uint32_t parent = left.back();
    left.pop_back();
    const auto children = static_cast<std::ptrdiff_t>(left.size());
    from.list([&] {
      const std::uint32_t node = make_node(from.step());
      Branches& branches = parent == none ? root : nodes_[parent].children;
      (branches.first == none ? branches.first : nodes_[branches.last].next) = node;
      branches.last = node;
      left.push_back(node);
    });
    std::reverse(left.begin() + children, left.end());
  }
  return root;
}

}  // namespace mazurka
