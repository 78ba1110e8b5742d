// Other tasks write to the stack of a task that spins: a local variable that it reads later, one
// that it never touches, a mutex, and a struct. Whether a read of the loop is an await must not
// depend on when they do so.
//
// traces: any
// deadlocks: 0
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Point {
  long x, y;
};

int main() {
  Point point = {0, 0};
  char letters[4] = {};
  std::mutex mutex;
  std::atomic<int> done = 0;
  std::thread first([&] {
    const std::lock_guard guard(mutex);
    letters[1] = 'a';
    ++done;
  });
  std::thread second([&] {
    const std::lock_guard guard(mutex);
    point = {1, 2};
    ++done;
  });
  while (done != 2) {
  }
  assert(point.y == 2);
  first.join();
  second.join();
}
