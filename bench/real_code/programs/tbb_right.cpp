// oneTBB: concurrent containers; here a hash map whose accessors lock an element.
// Right: an element is changed while its accessor is held.
#include <cassert>
#include <tbb/concurrent_hash_map.h>
#include <thread>

using Table = tbb::concurrent_hash_map<int, int>;

void count(Table& table) {
  Table::accessor element;
  table.insert(element, 1);
  ++element->second;
}

int main() {
  Table table;
  std::thread other([&] { count(table); });
  count(table);
  other.join();
  Table::const_accessor element;
  assert(table.find(element, 1) && element->second == 2);
}
