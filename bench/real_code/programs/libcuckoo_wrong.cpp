// libcuckoo, a concurrent hash table.
// Wrong: one thread erases and deletes the object to which the other one has found a pointer.
#include <cassert>
#include <libcuckoo/cuckoohash_map.hh>
#include <thread>

int main() {
  libcuckoo::cuckoohash_map<int, int*> table(4);
  table.insert(1, new int(7));
  std::thread reader([&] {
    int* found = nullptr;
    if (table.find(1, found)) assert(*found == 7);
  });
  int* old = nullptr;
  if (table.find(1, old) && table.erase(1)) delete old;
  reader.join();
}
