// The value arrives, and writes before it are visible.
//
// traces: any
// deadlocks: 0
#include <cassert>
#include <future>
#include <thread>
#include <utility>

int main() {
  int x = 0;
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread setter([&x, promise = std::move(promise)]() mutable {
    x = 1;
    promise.set_value(2);
  });
  assert(future.get() == 2 && x == 1);
  setter.join();
}
