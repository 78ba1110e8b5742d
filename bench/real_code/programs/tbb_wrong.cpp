// oneTBB: concurrent containers; here a hash map whose accessors lock an element.
// Wrong: a reference to the element is used after its accessor has been released.
#include <tbb/concurrent_hash_map.h>
#include <thread>

using Table = tbb::concurrent_hash_map<int, int>;

void count(Table& table) {
  Table::accessor element;
  table.insert(element, 1);
  int& counter = element->second;
  element.release();
  ++counter;
}

int main() {
  Table table;
  std::thread other([&] { count(table); });
  count(table);
  other.join();
}
