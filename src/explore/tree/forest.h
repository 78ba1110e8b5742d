// Trees of sequences that are still to be explored. The label of a branch is the first step of the
// sequences below it.
//
// The owner of a tree holds the branches at its root; each node holds the branches below it. All
// nodes live in one pool and are reused, so a search of steady size does not allocate.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/invariant.h"
#include "explore/checkpoint_io.h"

namespace mazurka {

// The branches that leave a node, in the order in which they are explored.
struct BranchList {
  static constexpr std::uint32_t none = 0xffffffffu;
  std::uint32_t first = none;
  std::uint32_t last = none;
};

// `Branches` is derived from BranchList and may add what else is stored at a node.
template <class Label, class Branches>
class Forest {
 public:
  static constexpr std::uint32_t none = BranchList::none;

  [[nodiscard]] const Label& label(std::uint32_t node) const { return nodes_[node].label; }
  [[nodiscard]] std::uint32_t next(std::uint32_t node) const { return nodes_[node].next; }
  // Returns the branches below a node, or `root` if the node is none. The reference is valid until
  // the next add(), which may move all nodes.
  [[nodiscard]] Branches& below(std::uint32_t node, Branches& root) {
    return node == none ? root : nodes_[node].below;
  }
  [[nodiscard]] const Branches& below(std::uint32_t node) const { return nodes_[node].below; }
  [[nodiscard]] std::uint64_t count(const Branches& branches) const {
    std::uint64_t count = 0;
    for (std::uint32_t i = branches.first; i != none; i = nodes_[i].next) ++count;
    return count;
  }

  // Appends a branch below `parent` (none: at the root) and returns its node.
  std::uint32_t add(std::uint32_t parent, Branches& root, const Label& label) {
    const std::uint32_t node = make_node(label);
    Branches& branches = below(parent, root);
    (branches.first == none ? branches.first : nodes_[branches.last].next) = node;
    branches.last = node;
    return node;
  }

  // Removes the branch that follows the node `before` (none: the first branch). The caller takes
  // over the branches below it.
  struct Taken {
    Label label;
    Branches below;
  };
  [[nodiscard]] Taken take_after(std::uint32_t before, Branches& branches) {
    std::uint32_t& link = before == none ? branches.first : nodes_[before].next;
    const std::uint32_t node = link;
    MAZURKA_INVARIANT(node != none, "no branch to take");
    link = nodes_[node].next;
    if (branches.last == node) branches.last = before;
    nodes_[node].next = free_;
    free_ = node;
    --used_;
    return {nodes_[node].label, nodes_[node].below};
  }

  // Writes a tree to a checkpoint in preorder: for each node what `write` writes, and the labels of
  // its branches. Iterative, because a sequence can be as long as an execution, and recursion of
  // that depth could overflow the stack. load() reads the same order.
  template <class Write, class WriteLabel>
  void save(const Branches& root, CheckpointWriter& to, Write write, WriteLabel write_label) const {
    std::vector<Branches> left = {root};
    while (!left.empty()) {
      const Branches here = left.back();
      left.pop_back();
      const auto children = static_cast<std::ptrdiff_t>(left.size());
      write(here);
      to.number(count(here));
      for (std::uint32_t i = here.first; i != none; i = nodes_[i].next) {
        write_label(nodes_[i].label);
        left.push_back(nodes_[i].below);
      }
      std::reverse(left.begin() + children, left.end());
    }
  }
  template <class Read, class ReadLabel>
  [[nodiscard]] Branches load(CheckpointReader& from, Read read, ReadLabel read_label) {
    Branches root;
    std::vector<std::uint32_t> left = {none};  // nodes to be filled; none: the root
    while (!left.empty()) {
      const std::uint32_t parent = left.back();
      left.pop_back();
      const auto children = static_cast<std::ptrdiff_t>(left.size());
      read(below(parent, root));
      from.list([&] { left.push_back(add(parent, root, read_label())); });
      std::reverse(left.begin() + children, left.end());
    }
    return root;
  }

  [[nodiscard]] std::uint64_t nodes() const { return used_; }
  [[nodiscard]] std::uint64_t peak_nodes() const { return peak_; }

 private:
  struct Node {
    Label label;
    std::uint32_t next = none;  // sibling, or next free node
    Branches below;
  };

  [[nodiscard]] std::uint32_t make_node(const Label& label) {
    peak_ = std::max(peak_, ++used_);
    if (free_ == none) {
      nodes_.push_back({label, none, {}});
      return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    const std::uint32_t node = free_;
    free_ = nodes_[node].next;
    nodes_[node] = {label, none, {}};
    return node;
  }

  std::vector<Node> nodes_;
  std::uint32_t free_ = none;
  std::uint64_t used_ = 0;
  std::uint64_t peak_ = 0;
};

}  // namespace mazurka
