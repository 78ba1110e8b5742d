// robin-map, a hash map for single threads, as most containers are.
// Right: threads that only read need no lock.
#include <cassert>
#include <thread>
#include <tsl/robin_map.h>

int main() {
  tsl::robin_map<int, int> map{{1, 10}, {2, 20}};
  const auto& read_only = map;
  std::thread other([&] { assert(read_only.at(1) == 10); });
  assert(read_only.at(2) == 20);
  other.join();
}
