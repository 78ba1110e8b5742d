// Two updates in either order; the destructors join the threads.
//
// traces: 2
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> x = 0;

int main() {
  {
    const std::jthread a([] { x += 1; });
    const std::jthread b([] { x += 2; });
  }
  assert(x == 3);
}
