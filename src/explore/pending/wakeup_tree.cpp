#include "explore/pending/wakeup_tree.h"

#include <algorithm>

#include "core/invariant.h"
#include "explore/reversal/initials.h"

namespace mazurka {

std::uint32_t WakeupForest::make_node(const Step& step) {
  peak_ = std::max(peak_, ++used_);
  if (free_ == none) {
    nodes_.push_back({step, none, {}});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  const std::uint32_t node = free_;
  free_ = nodes_[node].next;
  nodes_[node] = {step, none, {}};
  return node;
}

void WakeupForest::release(std::uint32_t node) {
  nodes_[node].next = free_;
  free_ = node;
  --used_;
}

bool PlainBranchTest::goes_below(const Step& step, AccessListId /*second*/,
                                 std::vector<Step>& sequence) {
  const WeakInitial initial = weak_initial(step, sequence, *registry_, *table_);
  if (initial.holds && initial.index != WeakInitial::not_contained)
    sequence.erase(sequence.begin() + static_cast<std::ptrdiff_t>(initial.index));
  return initial.holds;
}

// Appends the sequence as a chain.
void WakeupForest::append(Branches& at, const std::vector<Step>& sequence) {
  std::uint32_t chain = none;
  for (auto step = sequence.rbegin(); step != sequence.rend(); ++step) {
    const std::uint32_t node = make_node(*step);
    nodes_[node].children = {chain, chain};
    chain = node;
  }
  if (at.empty()) {
    at.first = chain;
  } else {
    nodes_[at.last].next = chain;
  }
  at.last = chain;
}

// What a message touches right after its start depends on nothing but how it was posted, so the
// first sequence below the start knows it as well as any other. (An await is another matter.)
AccessListId WakeupForest::second_of(std::uint32_t node) const {
  const Step& first = nodes_[node].step;
  const bool is_post = first.operation == OperationKind::post;
  if (!is_post && first.operation != OperationKind::start) return AccessListId::none();
  const TaskId message = is_post ? first.other : first.task;
  for (std::uint32_t i = nodes_[node].children.first; i != none; i = nodes_[i].children.first) {
    const Step& step = nodes_[i].step;
    if (step.task == message && step.index == 1)
      return step.operation == OperationKind::await ? AccessListId::none() : step.accesses;
  }
  return AccessListId::none();
}

bool WakeupForest::insert(Branches& at, std::vector<Step>& sequence, BranchTest& test,
                          bool grows_leaves) {
  std::uint32_t parent = none;  // `at` itself
  while (!sequence.empty()) {
    // A copy: making nodes moves them.
    Branches branches = parent == none ? at : nodes_[parent].children;
    std::uint32_t next = branches.first;
    while (next != none && !test.goes_below(nodes_[next].step, second_of(next), sequence))
      next = nodes_[next].next;
    if (next == none) {
      append(branches, sequence);
      (parent == none ? at : nodes_[parent].children) = branches;
      return true;
    }
    if (leaves_siblings_behind) return false;
    if (nodes_[next].children.empty() && !grows_leaves) return false;  // a leaf stands for it
    parent = next;
  }
  return false;  // the sequence is the beginning of one that is there
}

WakeupForest::Taken WakeupForest::take_first(Branches& branches) {
  MAZURKA_INVARIANT(!branches.empty(), "no branch to take");
  const std::uint32_t node = branches.first;
  const Taken taken{nodes_[node].step, nodes_[node].children};
  branches.first = nodes_[node].next;
  if (branches.first == none) branches.last = none;
  release(node);
  return taken;
}

}  // namespace mazurka
