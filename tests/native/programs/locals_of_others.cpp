// Locals of functions that have not returned, used by other threads and by callees: no error.
//
// traces: any
#include <atomic>
#include <thread>

static thread_local int own = 1;

static void add(std::atomic<int>& sum, int depth) {
  std::atomic<int> mine{depth};
  std::thread deeper([&] {
    mine += own;
    if (depth > 0) add(mine, depth - 1);
  });
  deeper.join();
  sum += mine;
}

int main() {
  std::atomic<int> sum{0};
  int* const address = &own;
  std::thread other([&] { sum += *address; });
  add(sum, 2);
  other.join();
}
