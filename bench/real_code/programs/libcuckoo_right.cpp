// libcuckoo, a concurrent hash table.
// Right: two threads insert and update; values are changed inside the table only.
#include <cassert>
#include <libcuckoo/cuckoohash_map.hh>
#include <thread>

int main() {
  libcuckoo::cuckoohash_map<int, int> table(4);
  std::thread other([&] {
    table.upsert(
        1, [](int& n) { ++n; }, 1);
  });
  table.upsert(
      1, [](int& n) { ++n; }, 1);
  other.join();
  assert(table.find(1) == 2);
}
