// Sequences that are still to be explored, as a tree: common prefixes are stored once.
//
//   Paper    [EventDpor], [SourceSets17]: wut(E'), the wakeup tree of each prefix E' of the present
//            execution. The labels are choices rather than events, and no two sequences are
//            compared by happens-before: redundancy.h decides beforehand which sequences are
//            inserted.
//
// The tree is attached to the present execution: for each depth, the algorithm holds the branches
// that leave the execution there. A sequence is a list of choices; after its last choice, the free
// choice (free_choice.h) continues.
//
// Invariant: a node without branches is the end of a sequence. So every leaf needs a run, and the
// number of ends is the number of sequences.
#pragma once

#include <cstdint>
#include <span>

#include "core/step.h"
#include "explore/tree/forest.h"

namespace mazurka {

class ScheduleTree {
 public:
  // The branches that are left to explore at a node.
  struct Branches : BranchList {
    bool ends = false;  // a sequence ends here
    [[nodiscard]] bool empty() const { return first == none && !ends; }
  };

  void insert(Branches& at, std::span<const Choice> sequence);
  // Removes a sequence that insert() has inserted here; does nothing if it is not there any more.
  void remove(Branches& at, std::span<const Choice> sequence);

  // Removes the first branch. REQUIRES: there is one.
  struct Taken {
    Choice choice;
    Branches below;
  };
  [[nodiscard]] Taken take_first(Branches& branches);
  // Removes the branch that begins with this choice, if there is one, and returns what is below it.
  [[nodiscard]] Branches take(Branches& branches, Choice choice);
  // Follows a free choice: removes and returns the branches below it, as take() does. A sequence
  // that ends at this node is continued by this choice, so if the branch exists, the sequence ends
  // below it from now on.
  [[nodiscard]] Branches take_freely(Branches& branches, Choice choice);

  // Returns how many branches there are at this node.
  [[nodiscard]] std::uint64_t count(const Branches& branches) const;
  // Returns how many sequences end at this node and below. Visits all nodes below.
  [[nodiscard]] std::uint64_t count_sequences(const Branches& branches) const;
  // Writes the subtree at this node to a checkpoint; load() reads it.
  void save(const Branches& branches, CheckpointWriter& to) const;
  [[nodiscard]] Branches load(CheckpointReader& from);

  [[nodiscard]] std::uint64_t nodes() const { return forest_.nodes(); }
  [[nodiscard]] std::uint64_t peak_nodes() const { return forest_.peak_nodes(); }

 private:
  static constexpr std::uint32_t none = BranchList::none;

  Forest<Choice, Branches> forest_;
};

}  // namespace mazurka
