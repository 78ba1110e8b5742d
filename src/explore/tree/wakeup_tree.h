// Wakeup trees: the prefixes of executions that are still to be explored at a node.
//
//   Paper  [SourceSets17] Section 6. The tree is stored as a list of branches for each depth of the
//          current execution. Following a branch moves its subtree to the next depth, so nodes are
//          freed as soon as they are explored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
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

  // How far sequences that differ only in their last steps descend in a tree together.
  struct Descent {
    std::uint32_t parent = BranchList::none;  // the node that they reach (none: the root)
    std::size_t used = 0;                     // how many of their steps lead there
  };

  // insert(v, wut): descends along the first branch that is a weak initial of the rest of the
  // sequence, and adds what is left of the sequence as a new leaf. Returns false, and adds nothing,
  // if the descent reaches an existing leaf or uses up the sequence. Reorders `sequence`.
  bool insert(Branches& at, std::span<Step> sequence) {
    Descent shared;
    return insert(at, sequence, shared);
  }
  // Does the same for one of several sequences that differ only in their last steps, and updates
  // how far they descend together. An insertion starts there. So the steps that they share are
  // compared with the tree only once, unless it is the last step that decides which branch to take.
  // REQUIRES: `shared` is new, or comes from the last call. Since then, only the last step of
  // `sequence` has changed, and nothing was taken from the tree.
  bool insert(Branches& at, std::span<Step> sequence, Descent& shared);

  // Removes the first branch, and returns its step and the branches below it. REQUIRES: not empty.
  struct Taken {
    Step step;
    Branches below;
  };
  Taken take_first(Branches& branches);

  // Returns how many branches there are at this node.
  [[nodiscard]] std::uint64_t count(const Branches& branches) const;
  // Writes the subtree at this node to a checkpoint; load() reads it.
  void save(const Branches& branches, CheckpointWriter& to) const;
  [[nodiscard]] Branches load(CheckpointReader& from);

  [[nodiscard]] std::uint64_t peak_nodes() const { return forest_.peak_nodes(); }

 private:
  static constexpr std::uint32_t none = BranchList::none;

  const Registry* registry_;
  const ConflictTable* table_;
  Forest<Step, Branches> forest_;
  std::vector<Step> rest_;  // scratch of insert()
};

}  // namespace mazurka
