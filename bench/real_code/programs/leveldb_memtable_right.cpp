// LevelDB's skip list, compiled for checking: one writer, and readers without locks.
// Right: writers take turns, a reader needs no lock.
#include <cassert>
#include <thread>

#include "db/skiplist.h"
#include "util/arena.h"

struct Compare {
  int operator()(int a, int b) const { return a < b ? -1 : a > b; }
};

int main() {
  leveldb::Arena arena;
  leveldb::SkipList<int, Compare> list(Compare(), &arena);
  std::thread writer([&] { list.Insert(1); });
  (void)list.Contains(1);
  writer.join();
  list.Insert(2);
  assert(list.Contains(1) && list.Contains(2));
}
