// The runtime replaces the link operations of std::list in a tested program: insertion, erasure,
// splicing, reversal, swaps.
//
// traces: 1
#include <cassert>
#include <list>

using List = std::list<int>;

int main() {
  List a = {1, 2, 3, 4};
  List b = {5, 6};
  List empty;
  a.reverse();
  assert((a == List{4, 3, 2, 1}));
  a.erase(++a.begin());
  a.insert(a.end(), 0);
  assert((a == List{4, 2, 1, 0}));
  a.splice(++a.begin(), b);
  assert(b.empty() && (a == List{4, 5, 6, 2, 1, 0}));
  b.splice(b.begin(), a, ++a.begin(), --a.end());
  assert((a == List{4, 0}) && (b == List{5, 6, 2, 1}));
  b.splice(b.begin(), b, --b.end());
  assert((b == List{1, 5, 6, 2}));
  a.swap(b);
  assert((b == List{4, 0}) && (a == List{1, 5, 6, 2}));
  a.swap(empty);
  assert(a.empty() && (empty == List{1, 5, 6, 2}));
  empty.swap(a);
  assert(empty.empty() && a.size() == 4);
  a.sort();
  assert((a == List{1, 2, 5, 6}) && a.back() == 6 && *--a.end() == 6);
  List both;
  both.swap(empty);
  both.reverse();
  assert(both.empty() && empty.empty());
}
