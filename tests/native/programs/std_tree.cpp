// The runtime replaces the red-black trees of std::map and std::set in a tested program: after each
// insertion and erasure, the tree is valid and has the right elements in the right order.
//
// traces: 1
#include <cassert>
#include <cstdlib>
#include <map>
#include <set>

using Tree = std::_Rb_tree<int, int, std::_Identity<int>, std::less<int>>;

int main() {
  Tree tree;
  bool expected[64] = {};
  unsigned random = 1;
  for (int i = 0; i < 3000; ++i) {
    random = random * 1664525u + 1013904223u;
    const int key = static_cast<int>(random >> 26);
    // The tree grows, shrinks, and grows again.
    const bool inserts = (random >> 8) % 4 < (i / 500 % 2 == 0 ? 3u : 1u);
    if (inserts) {
      assert(tree._M_insert_unique(key).second != expected[key]);
    } else {
      assert((tree.erase(key) == 1) == expected[key]);
    }
    expected[key] = inserts;
    assert(tree.__rb_verify());
    auto forward = tree.begin();
    for (int k = 0; k < 64; ++k)
      if (expected[k]) assert(*forward++ == k);
    assert(forward == tree.end());
    for (int k = 64; k-- > 0;)
      if (expected[k]) assert(*--forward == k);
    assert(forward == tree.begin());
  }
}
