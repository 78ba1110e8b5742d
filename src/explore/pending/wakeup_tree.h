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

class StateReader;
class StateWriter;

class WakeupForest {
 public:
  // The children of a node, in the order in which they are explored.
  struct Branches {
    std::uint32_t first = none;
    std::uint32_t last = none;
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
  void save(const Branches& branches, StateWriter& to) const;
  [[nodiscard]] Branches load(StateReader& from);

  [[nodiscard]] std::uint64_t peak_nodes() const { return peak_; }

 private:
  static constexpr std::uint32_t none = 0xffffffffu;
  struct Node {
    Step step;
    std::uint32_t next = none;  // sibling, or next free node
    Branches children;
  };

  [[nodiscard]] std::uint32_t make_node(const Step& step);
  void append(Branches* at, const std::vector<Step>& sequence);
  void release(std::uint32_t node);

  const Registry* registry_;
  const ConflictTable* table_;
  std::vector<Node> nodes_;
  std::uint32_t free_ = none;
  std::uint64_t used_ = 0;
  std::uint64_t peak_ = 0;
};

}  // namespace mazurka
