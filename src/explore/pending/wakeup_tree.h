// Wakeup trees: the beginnings of executions that are still to be explored at a node.
//
//   Paper  [SourceSets17] Section 6. The tree at the current node of the search is kept as a list
//          of branches per depth: going down a branch hands its subtree to the next depth, and what
//          has been explored is freed at once.
//
// Nodes live in one pool and are reused: no allocation in the steady state.
#pragma once

#include <cstdint>
#include <vector>

#include "core/conflict.h"
#include "core/registry.h"
#include "core/step.h"

namespace mazurka {

// Decides where a sequence goes in a wakeup tree.
class BranchTest {
 public:
  virtual ~BranchTest() = default;
  // If `step` can be the first of a sequence that contains `sequence` (step ∈ WI(v)): makes
  // `sequence` what is left to do after it, and returns true. The next question is then about the
  // node that `step` leads to. `second`: what the message that the step starts or posts touches
  // first, if the tree knows it.
  [[nodiscard]] virtual bool goes_below(const Step& step, AccessListId second,
                                        std::vector<Step>& sequence) = 0;
};

// The test of Optimal-DPOR.
class PlainBranchTest : public BranchTest {
 public:
  PlainBranchTest(const Registry& registry, const ConflictTable& table)
      : registry_(&registry), table_(&table) {}
  [[nodiscard]] bool goes_below(const Step& step, AccessListId second,
                                std::vector<Step>& sequence) override;

 private:
  const Registry* registry_;
  const ConflictTable* table_;
};

class WakeupForest {
 public:
  // The children of a node, in the order in which they are explored.
  struct Branches {
    std::uint32_t first = none;
    std::uint32_t last = none;
    [[nodiscard]] bool empty() const { return first == none; }
  };

  // insert(v, wut): below the first branches that are weak initials of what is left of the
  // sequence, as a new leaf; nothing if such a leaf exists. Uses up `sequence`. Returns whether it
  // was added. `grows_leaves`: where it comes to a leaf, what is left is appended to it.
  bool insert(Branches& at, std::vector<Step>& sequence, BranchTest& test,
              bool grows_leaves = false);

  // Removes the first branch: its step, and the branches below it. REQUIRES: not empty.
  struct Taken {
    Step step;
    Branches below;
  };
  Taken take_first(Branches& branches);

  // For mutation tests: drop a sequence that has a branch as weak initial, instead of taking it
  // down there.
  bool leaves_siblings_behind = false;

  [[nodiscard]] std::uint64_t peak_nodes() const { return peak_; }

 private:
  static constexpr std::uint32_t none = 0xffffffffu;
  struct Node {
    Step step;
    std::uint32_t next = none;  // sibling, or next free node
    Branches children;
  };

  [[nodiscard]] AccessListId second_of(std::uint32_t node) const;
  [[nodiscard]] std::uint32_t make_node(const Step& step);
  void append(Branches& at, const std::vector<Step>& sequence);
  void release(std::uint32_t node);

  std::vector<Node> nodes_;
  std::uint32_t free_ = none;
  std::uint64_t used_ = 0;
  std::uint64_t peak_ = 0;
};

}  // namespace mazurka
