#include "explore/tree_estimate.h"

#include <algorithm>

namespace mazurka {

void TreeEstimate::backtracked(Position kept, Position length, std::uint64_t executions) {
  path_.resize(std::max(length, kept) + 1, Node{before_, 0});
  path_.resize(kept + 1);
  ++path_[kept].finished;
  before_ = executions;
}

Estimate TreeEstimate::now(const Estimable* algorithm, std::uint64_t executions) const {
  double branch = 0;  // the estimated size of the subtree below the node, which is being explored
  double least = static_cast<double>(executions);
  for (std::size_t depth = path_.size(); depth-- > 0;) {
    const Node& node = path_[depth];
    const bool is_last = depth + 1 == path_.size();
    const std::uint64_t end = is_last ? executions : path_[depth + 1].entered;
    const auto branches = static_cast<double>(node.finished + (is_last ? 0 : 1));
    const std::uint64_t known =
        algorithm != nullptr ? algorithm->branches_left(static_cast<Position>(depth)) : 0;
    const auto left = static_cast<double>(known);
    const double seen = static_cast<double>(end - node.entered) + branch;
    branch = seen + left * seen / std::max(branches, 1.0);
    if (algorithm != nullptr && algorithm->branches_are_new()) least += left;
  }
  return {std::max(branch, least), least};
}

}  // namespace mazurka
