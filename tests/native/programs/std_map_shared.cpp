// Two tasks put different keys into one std::map. What happens to the nodes behind the templates is
// seen, too: the second to come hangs its node below that of the first. A mutex keeps them apart: 2
// orders of the critical sections. Afterwards main reads what there is.
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
