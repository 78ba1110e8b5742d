// std::async returns the result of another thread.
//
// traces: any
// deadlocks: 0
#include <cassert>
#include <future>

int main() {
  std::future<int> future = std::async(std::launch::async, [] { return 3; });
  assert(future.get() == 3);
}
