// How large the tree of an exploration will be, judged by the part that has been seen.
//
// The exploration goes depth first. At each node of the present path it knows the branches that it
// has finished, the one that it is in, and those that are planned. Planned ones are taken to be as
// large as the others at the same node are on average, from the deepest node up to the root. (Knuth
// 1975 does that with random paths; P. Kilby and others, Estimating search tree size, AAAI 2006,
// with what a search has seen: their recursive estimator.) Early on much is not planned yet, and
// the estimate is too low, or one path stands for all, and it is wrong in either direction. It
// becomes exact in the end.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/algorithm.h"
#include "explore/summary.h"

namespace mazurka {

class TreeEstimate {
 public:
  // A run of so many events has ended, the next one keeps some of them, and there were so many
  // executions. Costs what the next run does not share.
  void backtracked(Position kept, Position length, std::uint64_t executions);

  // Returns the estimate at that moment. Null: nobody knows of branches that are left.
  [[nodiscard]] Estimate now(const Estimable* algorithm, std::uint64_t executions) const;

 private:
  struct Node {
    std::uint64_t entered = 0;   // executions before it
    std::uint64_t finished = 0;  // branches
  };
  std::vector<Node> path_;    // by depth, up to where the next run leaves the last
  std::uint64_t before_ = 0;  // executions, when the last run began
};

}  // namespace mazurka
