// Estimates the size of the search tree from the part that has been explored.
//
// The exploration is depth first. At each node of the present path it knows the branches that are
// finished, the one being explored, and those left to explore. The estimate assumes that the
// branches that are left have the average size of the others at the same node, from the deepest
// node up to the root. (Knuth 1975 does this with random paths. P. Kilby and others, Estimating
// search tree size, AAAI 2006, use the explored part of a search: their recursive estimator.) Early
// in an exploration many branches have not been found yet, so the estimate is too low; or it
// depends on a single path, and is off in either direction. At the end it is exact.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/algorithm.h"
#include "explore/summary.h"

namespace mazurka {

class TreeEstimate {
 public:
  // Records that a run of `length` events has ended, of which the next run keeps `kept`, and that
  // there were `executions` executions so far. Costs time in proportion to length - kept.
  void backtracked(Position kept, Position length, std::uint64_t executions);

  // Returns the present estimate. `algorithm` counts the branches that are left; null: not known.
  [[nodiscard]] Estimate now(const Estimable* algorithm, std::uint64_t executions) const;

 private:
  struct Node {
    std::uint64_t entered = 0;   // executions before the node was entered
    std::uint64_t finished = 0;  // branches that are finished
  };
  std::vector<Node> path_;    // by depth, up to the last event that the next run keeps
  std::uint64_t before_ = 0;  // executions when the last run started
};

}  // namespace mazurka
