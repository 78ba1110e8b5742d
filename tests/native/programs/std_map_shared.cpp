// Two tasks insert different keys into one std::map. Accesses to the nodes by the compiled part of
// the library are visible, too: the second task links its node below that of the first. A mutex
// protects the map: 2 orders of the critical sections. Afterwards, main reads the map.
//
// traces: 2
#include <cassert>
#include <map>
#include <mutex>
#include <thread>

std::map<int, int> shared;
std::mutex m;

int main() {
  const auto put = [](int key) {
    std::lock_guard lock(m);
    shared[key] = key;
  };
  std::thread a(put, 1);
  std::thread b(put, 2);
  a.join();
  b.join();
  assert(shared.size() == 2 && shared.begin()->first == 1 && (--shared.end())->first == 2);
}
