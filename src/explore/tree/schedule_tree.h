// Beginnings of executions that are still to be explored, as a tree: what they share is stored
// once.
//
// The tree hangs from the present execution: each depth has the branches that leave it there. A
// beginning is a sequence of choices; where it ends, the free choice goes on.
#pragma once

#include <cstdint>
#include <span>

#include "core/step.h"
#include "explore/tree/forest.h"

namespace mazurka {

class ScheduleTree {
 public:
  // What is left to do at a node.
  struct Branches : BranchList {
    bool ends = false;  // a beginning ends here
    [[nodiscard]] bool empty() const { return first == none && !ends; }
  };

  void insert(Branches& at, std::span<const Choice> beginning);

  // Removes the first branch. REQUIRES: one is there.
  struct Taken {
    Choice choice;
    Branches below;
  };
  [[nodiscard]] Taken take_first(Branches& branches);
  // Removes the branch that begins with this choice, if there is one, and returns what is below it.
  [[nodiscard]] Branches take(Branches& branches, Choice choice);

  // How many branches there are at this node.
  [[nodiscard]] std::uint64_t count(const Branches& branches) const;
  // For checkpoints: all that is at this node and below.
  void save(const Branches& branches, CheckpointWriter& to) const;
  [[nodiscard]] Branches load(CheckpointReader& from);

  [[nodiscard]] std::uint64_t peak_nodes() const { return forest_.peak_nodes(); }

 private:
  static constexpr std::uint32_t none = BranchList::none;

  Forest<Choice, Branches> forest_;
};

}  // namespace mazurka
