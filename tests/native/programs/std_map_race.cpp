// A map that grows while another task looks at its nodes. The insertion's writes are made inside
// the C++ library, and race with what the iterator and the loop read of both nodes. (The number of
// traces is that of brute force, not derived.)
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
