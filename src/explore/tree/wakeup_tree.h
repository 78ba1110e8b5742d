// Wakeup trees: the beginnings of executions that are still to be explored at a node.
//
//   Paper  [SourceSets17] Section 6. The tree at the current node of the search is kept as a list
//          of branches per depth: going down a branch hands its subtree to the next depth, and what
//          has been explored is freed at once.
#pragma once

#include <cstdint>
#include <vector>

#include "core/conflict.h"
#include "core/registry.h"
#include "core/step.h"
#include "explore/tree/forest.h"

namespace mazurka {

class WakeupForest {
 public:
  // The children of a node.
  struct Branches : BranchList {
    [[nodiscard]] bool empty() const { return first == none; }
  };

  WakeupForest(const Registry& registry, const ConflictTable& table)
      : registry_(&registry), table_(&table) {}

  // insert(v, wut): below the first branches that are weak initials of what is left of the
  // sequence, as a new leaf; nothing if such a leaf exists. Uses up `sequence`. Returns whether it
  // was added.
  bool insert(Branches& at, std::vector<Step>& sequence);

  // Removes the first branch: its step, and the branches below it. REQUIRES: not empty.
  struct Taken {
    Step step;
    Branches below;
  };
  Taken take_first(Branches& branches);

  // How many branches there are at this node.
  [[nodiscard]] std::uint64_t count(const Branches& branches) const;
  // For checkpoints: all that is at this node and below.
  void save(const Branches& branches, CheckpointWriter& to) const;
  [[nodiscard]] Branches load(CheckpointReader& from);

  [[nodiscard]] std::uint64_t peak_nodes() const { return forest_.peak_nodes(); }

 private:
  static constexpr std::uint32_t none = BranchList::none;

  const Registry* registry_;
  const ConflictTable* table_;
  Forest<Step, Branches> forest_;
};

}  // namespace mazurka
