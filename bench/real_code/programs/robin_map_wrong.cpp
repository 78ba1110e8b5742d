// robin-map, a hash map for single threads, as most containers are.
// Wrong: one thread inserts while another one looks up a different key.
#include <thread>
#include <tsl/robin_map.h>

int main() {
  tsl::robin_map<int, int> map{{1, 10}};
  std::thread other([&] { map[2] = 20; });
  (void)map.count(1);
  other.join();
}
