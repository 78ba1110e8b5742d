// LevelDB's skip list, compiled for checking: one writer, and readers without locks.
// Wrong: two threads insert without a lock.
#include <thread>

#include "db/skiplist.h"
#include "util/arena.h"

struct Compare {
  int operator()(int a, int b) const { return a < b ? -1 : a > b; }
};

int main() {
  leveldb::Arena arena;
  leveldb::SkipList<int, Compare> list(Compare(), &arena);
  std::thread other([&] { list.Insert(1); });
  list.Insert(2);
  other.join();
}
