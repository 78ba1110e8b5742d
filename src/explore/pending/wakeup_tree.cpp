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

// Appends the sequence as a chain. `at` may lie in a node: making nodes moves it, so it is found
// anew through its index.
void WakeupForest::append(Branches* at, const std::vector<Step>& sequence) {
  std::uint32_t chain = none;
  for (auto step = sequence.rbegin(); step != sequence.rend(); ++step) {
    const std::uint32_t node = make_node(*step);
    nodes_[node].children = {chain, chain};
    chain = node;
  }
  if (at->empty()) {
    at->first = chain;
  } else {
    nodes_[at->last].next = chain;
  }
  at->last = chain;
}

bool WakeupForest::insert(Branches& at, std::vector<Step>& sequence) {
  std::uint32_t parent = none;  // `at` itself
  while (!sequence.empty()) {
    const Branches& branches = parent == none ? at : nodes_[parent].children;
    std::uint32_t next = branches.first;
    WeakInitial initial;
    for (; next != none; next = nodes_[next].next) {
      initial = weak_initial(nodes_[next].step, sequence, *registry_, *table_);
      if (initial.holds) break;
    }
    if (next == none) {
      Branches grown = branches;
      append(&grown, sequence);
      (parent == none ? at : nodes_[parent].children) = grown;
      return true;
    }
    if (initial.index != WeakInitial::not_contained)
      sequence.erase(sequence.begin() + static_cast<std::ptrdiff_t>(initial.index));
    if (nodes_[next].children.empty()) return false;  // a leaf stands for it
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
