// The functions of std::map, std::set and std::list that are not templates, but compiled into the
// C++ library, where memory accesses have no hooks. If they were not replaced, a task could observe
// how another task changed a container without any event that says so.
//
// This file implements the same red-black trees and lists, but announces each access, with the call
// in the program as its place. The functions are exported under the library's names.
#include <cstddef>
#include <cstdint>

#include "program/native/platform/export.h"
#include "program/native/schedule/memory_accesses.h"

using namespace mazurka;
using namespace mazurka::native;

namespace {

// The layout of a node in <bits/stl_tree.h>. The header of a tree is also a node: its parent is the
// root, its left and right are the first and the last node. It is red, to distinguish it from the
// root.
enum class Colour : int { red, black };
struct TreeNode {
  Colour colour;
  TreeNode* parent;
  TreeNode* left;
  TreeNode* right;
};

// The layout of a node in <bits/stl_list.h>. A list is a ring of nodes that contains its header.
struct ListNode {
  ListNode* next;
  ListNode* previous;
};

// Accesses memory of the program. Each access is an event if the memory is shared.
class Memory {
 public:
  explicit Memory(Address place) : place_(place) {}

  template <class Value>
  [[nodiscard]] Value get(const Value& from) const {
    announce(&from, sizeof from, OperationKind::read);
    return from;
  }
  template <class Value>
  void set(Value& to, Value value) const {
    announce(&to, sizeof to, OperationKind::write);
    to = value;
  }

 private:
  void announce(const void* address, std::size_t size, OperationKind operation) const {
    if (running != nullptr)
      access_memory(reinterpret_cast<Address>(address), size, operation, place_);
  }

  Address place_;
};

// --- Trees ---------------------------------------------------------------------------------------

enum class Side : bool { left, right };
constexpr Side other(Side side) { return side == Side::left ? Side::right : Side::left; }
TreeNode*& child(TreeNode* node, Side side) {
  return side == Side::left ? node->left : node->right;
}

class Tree {
 public:
  Tree(TreeNode& header, Address place) : header_(header), memory_(place) {}

  void insert(bool left, TreeNode* node, TreeNode* parent);
  void erase(TreeNode* node);

 private:
  template <class Value>
  [[nodiscard]] Value get(const Value& from) const {
    return memory_.get(from);
  }
  template <class Value>
  void set(Value& to, Value value) const {
    memory_.set(to, value);
  }
  [[nodiscard]] bool is_root(const TreeNode* node) const { return node == get(header_.parent); }
  [[nodiscard]] bool is_red(const TreeNode* node) const {
    return node != nullptr && get(node->colour) == Colour::red;
  }
  [[nodiscard]] TreeNode* outermost(TreeNode* node, Side side) const {
    while (TreeNode* const next = get(child(node, side))) node = next;
    return node;
  }
  // Makes `node`, which may be null, the child of old's parent in place of `old`.
  void replace(TreeNode* old, TreeNode* node) const {
    TreeNode* const parent = get(old->parent);
    if (is_root(old))
      set(header_.parent, node);
    else
      set(child(parent, get(parent->left) == old ? Side::left : Side::right), node);
    if (node != nullptr) set(node->parent, parent);
  }
  // Rotates the subtree: the node moves down to the given side, and its child on the other side
  // takes its place.
  void rotate(TreeNode* node, Side side) const {
    TreeNode* const rises = get(child(node, other(side)));
    TreeNode* const between = get(child(rises, side));
    set(child(node, other(side)), between);
    if (between != nullptr) set(between->parent, node);
    replace(node, rises);
    set(child(rises, side), node);
    set(node->parent, rises);
  }
  void mend_red_parent(TreeNode* node) const;
  void mend_missing_black(TreeNode* node, TreeNode* parent) const;

  TreeNode& header_;
  Memory memory_;
};

void Tree::insert(bool left, TreeNode* node, TreeNode* parent) {
  set(node->parent, parent);
  set(node->left, static_cast<TreeNode*>(nullptr));
  set(node->right, static_cast<TreeNode*>(nullptr));
  set(node->colour, Colour::red);
  const Side side = left ? Side::left : Side::right;
  set(child(parent, side), node);
  if (parent == &header_) {  // the first node; it has already become the left of the header
    set(header_.parent, node);
    set(header_.right, node);
  } else if (parent == get(child(&header_, side))) {
    set(child(&header_, side), node);
  }
  mend_red_parent(node);
}

// Restores the red-black invariants after an insertion. REQUIRES: at most one invariant is
// violated: `node` is red and has a red parent.
void Tree::mend_red_parent(TreeNode* node) const {
  while (!is_root(node) && is_red(get(node->parent))) {
    TreeNode* parent = get(node->parent);
    TreeNode* const above = get(parent->parent);
    const Side side = get(above->left) == parent ? Side::left : Side::right;
    TreeNode* const uncle = get(child(above, other(side)));
    if (is_red(uncle)) {
      set(parent->colour, Colour::black);
      set(uncle->colour, Colour::black);
      set(above->colour, Colour::red);
      node = above;
      continue;
    }
    if (node == get(child(parent, other(side)))) {
      rotate(parent, side);
      node = parent;
      parent = get(node->parent);
    }
    set(parent->colour, Colour::black);
    set(above->colour, Colour::red);
    rotate(above, other(side));
  }
  set(get(header_.parent)->colour, Colour::black);
}

void Tree::erase(TreeNode* node) {
  TreeNode* const left = get(node->left);
  TreeNode* const right = get(node->right);
  TreeNode* moves = nullptr;   // moves up to the position where a node is removed; may be null
  TreeNode* parent = nullptr;  // the parent of the position of `moves`
  Colour missing = get(node->colour);
  if (left != nullptr && right != nullptr) {
    // The successor takes the position and the colour of the erased node.
    TreeNode* const next = outermost(right, Side::left);
    moves = get(next->right);
    missing = get(next->colour);
    parent = next;
    if (next != right) {
      parent = get(next->parent);
      replace(next, moves);
      set(next->right, right);
      set(right->parent, next);
    }
    replace(node, next);
    set(next->left, left);
    set(left->parent, next);
    set(next->colour, get(node->colour));
  } else {
    moves = left != nullptr ? left : right;
    parent = get(node->parent);
    for (const Side side : {Side::left, Side::right})
      if (get(child(&header_, side)) == node)
        set(child(&header_, side), moves != nullptr ? outermost(moves, side) : parent);
    replace(node, moves);
  }
  if (missing == Colour::black) mend_missing_black(moves, parent);
}

// Restores the red-black invariants after a removal. REQUIRES: the only violation is that paths
// through `node`, which may be null, contain one black node too few.
void Tree::mend_missing_black(TreeNode* node, TreeNode* parent) const {
  while (!is_root(node) && !is_red(node)) {
    const Side side = get(parent->left) == node ? Side::left : Side::right;
    TreeNode* sibling = get(child(parent, other(side)));
    if (is_red(sibling)) {
      set(sibling->colour, Colour::black);
      set(parent->colour, Colour::red);
      rotate(parent, side);
      sibling = get(child(parent, other(side)));
    }
    TreeNode* near = get(child(sibling, side));
    TreeNode* far = get(child(sibling, other(side)));
    if (!is_red(near) && !is_red(far)) {
      set(sibling->colour, Colour::red);
      node = parent;
      parent = get(node->parent);
      continue;
    }
    if (!is_red(far)) {
      set(near->colour, Colour::black);
      set(sibling->colour, Colour::red);
      rotate(sibling, other(side));
      far = sibling;
      sibling = near;
    }
    set(sibling->colour, get(parent->colour));
    set(parent->colour, Colour::black);
    set(far->colour, Colour::black);
    rotate(parent, side);
    return;
  }
  if (node != nullptr) set(node->colour, Colour::black);
}

// Returns the next node in order (Side::right) or the previous one (Side::left).
TreeNode* neighbour(TreeNode* node, Side side, Address place) {
  const Memory memory(place);
  // The predecessor of the end iterator, which is the header, is the last node.
  if (side == Side::left && memory.get(node->colour) == Colour::red &&
      memory.get(memory.get(node->parent)->parent) == node)
    return memory.get(node->right);
  if (TreeNode* below = memory.get(child(node, side))) {
    while (TreeNode* const next = memory.get(child(below, other(side)))) below = next;
    return below;
  }
  TreeNode* above = memory.get(node->parent);
  while (node == memory.get(child(above, side))) {
    node = above;
    above = memory.get(above->parent);
  }
  // If the root has no right child and is the last node, the loop has already reached the header.
  return side == Side::right && memory.get(node->right) == above ? node : above;
}

// --- Lists ---------------------------------------------------------------------------------------

void link(ListNode* before, ListNode* after, const Memory& memory) {
  memory.set(before->next, after);
  memory.set(after->previous, before);
}

}  // namespace

#define PLACE reinterpret_cast<Address>(__builtin_return_address(0))
#define NAMED(name) __asm__(name)

MAZURKA_EXPORT TreeNode* tree_increment(TreeNode* node)
    NAMED("_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base");
MAZURKA_EXPORT TreeNode* tree_increment_const(TreeNode* node)
    NAMED("_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base");
MAZURKA_EXPORT TreeNode* tree_decrement(TreeNode* node)
    NAMED("_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base");
MAZURKA_EXPORT TreeNode* tree_decrement_const(TreeNode* node)
    NAMED("_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base");
MAZURKA_EXPORT void tree_insert(bool left, TreeNode* node, TreeNode* parent, TreeNode& header)
    NAMED("_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_");
MAZURKA_EXPORT TreeNode* tree_erase(TreeNode* node, TreeNode& header)
    NAMED("_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_");

TreeNode* tree_increment(TreeNode* node) { return neighbour(node, Side::right, PLACE); }
TreeNode* tree_increment_const(TreeNode* node) { return neighbour(node, Side::right, PLACE); }
TreeNode* tree_decrement(TreeNode* node) { return neighbour(node, Side::left, PLACE); }
TreeNode* tree_decrement_const(TreeNode* node) { return neighbour(node, Side::left, PLACE); }
void tree_insert(bool left, TreeNode* node, TreeNode* parent, TreeNode& header) {
  Tree(header, PLACE).insert(left, node, parent);
}
// Removes the node from the tree and returns it.
TreeNode* tree_erase(TreeNode* node, TreeNode& header) {
  Tree(header, PLACE).erase(node);
  return node;
}

MAZURKA_EXPORT void list_hook(ListNode* node, ListNode* before)
    NAMED("_ZNSt8__detail15_List_node_base7_M_hookEPS0_");
MAZURKA_EXPORT void list_unhook(ListNode* node)
    NAMED("_ZNSt8__detail15_List_node_base9_M_unhookEv");
MAZURKA_EXPORT void list_transfer(ListNode* before, ListNode* first, ListNode* end)
    NAMED("_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_");
MAZURKA_EXPORT void list_reverse(ListNode* header)
    NAMED("_ZNSt8__detail15_List_node_base10_M_reverseEv");
MAZURKA_EXPORT void list_swap(ListNode& a, ListNode& b)
    NAMED("_ZNSt8__detail15_List_node_base4swapERS0_S1_");

void list_hook(ListNode* node, ListNode* before) {
  const Memory memory(PLACE);
  link(memory.get(before->previous), node, memory);
  link(node, before, memory);
}
void list_unhook(ListNode* node) {
  const Memory memory(PLACE);
  link(memory.get(node->previous), memory.get(node->next), memory);
}
// Moves the nodes in [first, end) in front of `before`.
void list_transfer(ListNode* before, ListNode* first, ListNode* end) {
  if (before == end) return;
  const Memory memory(PLACE);
  ListNode* const last = memory.get(end->previous);
  ListNode* const rest = memory.get(first->previous);
  ListNode* const ahead = memory.get(before->previous);
  link(rest, end, memory);
  link(ahead, first, memory);
  link(last, before, memory);
}
void list_reverse(ListNode* header) {
  const Memory memory(PLACE);
  ListNode* node = header;
  do {
    ListNode* const next = memory.get(node->next);
    memory.set(node->next, memory.get(node->previous));
    memory.set(node->previous, next);
    node = next;
  } while (node != header);
}
void list_swap(ListNode& a, ListNode& b) {
  const Memory memory(PLACE);
  struct Ring {
    ListNode* first;
    ListNode* last;
  };
  const auto ring_of = [&](ListNode& header) {
    return Ring{memory.get(header.next), memory.get(header.previous)};
  };
  const auto give = [&](ListNode& header, const Ring& ring, const ListNode& old) {
    if (ring.first == &old) {  // it was empty
      link(&header, &header, memory);
    } else {
      link(&header, ring.first, memory);
      link(ring.last, &header, memory);
    }
  };
  const Ring of_a = ring_of(a);
  const Ring of_b = ring_of(b);
  give(a, of_b, b);
  give(b, of_a, a);
}
