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
//
// A sequence usually has a *goal*, the trace to which it leads. One of several workers tells others
// the sequences that it has not explored yet (frontier/frontier.h). So the tree knows below which
// nodes there are sequences that were not told: finding these visits no other nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/step.h"
#include "core/trace_key.h"
#include "explore/tree/forest.h"

namespace mazurka {

class ScheduleTree {
 public:
  // Where a sequence leads.
  struct Goal {
    TraceKey trace;
    bool is_told = false;     // other workers know the sequence
    bool is_foreign = false;  // another worker has found it
    bool operator==(const Goal&) const = default;
  };

  // The branches that are left to explore at a node.
  struct Branches : BranchList {
    std::uint32_t goal = none;  // of the sequence that ends here, an index; none: not known
    bool ends = false;          // a sequence ends here
    bool has_untold = false;    // a sequence that ends here or below may not have been told
    [[nodiscard]] bool empty() const { return first == none && !ends; }
  };

  // Inserts a sequence. If it is there already, keeps its goal.
  void insert(Branches& at, std::span<const Choice> sequence, const std::optional<Goal>& goal = {});
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
  // Removes the sequence that ends at this node, and returns its goal, if it is known. REQUIRES:
  // one ends here.
  std::optional<Goal> take_end(Branches& branches);

  // Calls `visit` with the choices and the goal of each sequence that was not told, and marks it as
  // told. `path` has the choices that lead to this node; it is unchanged afterwards.
  template <class Visit>
  void tell(Branches& at, std::vector<Choice>& path, Visit visit);

  // Calls `visit` with the choices and the goal of each sequence; the goal may be unknown. `path`
  // has the choices that lead to this node.
  template <class Visit>
  void for_each(const Branches& at, std::vector<Choice> path, const Visit& visit) const;

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

  [[nodiscard]] std::uint32_t add_goal(const Goal& goal);
  // Tells the sequence that ends here, if there is one. Returns whether there may be others below.
  template <class Visit>
  bool tell_end(Branches& at, std::vector<Choice>& path, Visit visit);

  Forest<Choice, Branches> forest_;
  std::vector<Goal> goals_;
  std::vector<std::uint32_t> free_goals_;
};

template <class Visit>
bool ScheduleTree::tell_end(Branches& at, std::vector<Choice>& path, Visit visit) {
  if (!std::exchange(at.has_untold, false)) return false;
  if (at.ends && at.goal != none && !std::exchange(goals_[at.goal].is_told, true))
    visit(std::span<const Choice>(path), goals_[at.goal].trace);
  return true;
}

// Iterative, because a sequence can be as long as an execution.
template <class Visit>
void ScheduleTree::tell(Branches& at, std::vector<Choice>& path, Visit visit) {
  if (!tell_end(at, path, visit)) return;
  std::vector<std::uint32_t> left = {at.first};  // on each level, the next branch to visit
  while (!left.empty()) {
    const std::uint32_t node = left.back();
    if (node == none) {
      left.pop_back();
      if (!left.empty()) path.pop_back();
      continue;
    }
    left.back() = forest_.next(node);
    path.push_back(forest_.label(node));
    Branches& below = forest_.below(node, at);
    if (tell_end(below, path, visit))
      left.push_back(below.first);
    else
      path.pop_back();
  }
}

template <class Visit>
void ScheduleTree::for_each(const Branches& at, std::vector<Choice> path,
                            const Visit& visit) const {
  const auto visit_end = [&](const Branches& here) {
    if (here.ends)
      visit(std::span<const Choice>(path),
            here.goal == none ? std::optional<Goal>() : goals_[here.goal]);
  };
  visit_end(at);
  std::vector<std::uint32_t> left = {at.first};  // on each level, the next branch to visit
  while (!left.empty()) {
    const std::uint32_t node = left.back();
    if (node == none) {
      left.pop_back();
      if (!left.empty()) path.pop_back();
      continue;
    }
    left.back() = forest_.next(node);
    path.push_back(forest_.label(node));
    visit_end(forest_.below(node));
    left.push_back(forest_.below(node).first);
  }
}

}  // namespace mazurka
