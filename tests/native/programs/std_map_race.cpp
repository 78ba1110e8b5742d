// A map grows while another task visits its nodes. The writes of the insertion are made inside the
// C++ library and race with the reads of the iterator and the loop. (The number of traces is that
// of brute force, not derived.)
//
// traces: 8
// brute force: 8
// errors: data_race data_race data_race data_race
#include <map>
#include <thread>

std::map<int, int> shared = {{1, 1}};

int main() {
  std::thread other([] { shared.emplace(2, 2); });
  for (auto& [key, value] : shared) value += key;
  other.join();
}
