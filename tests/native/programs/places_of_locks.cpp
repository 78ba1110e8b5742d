// The location of a step inside the standard library is where the program called it: that of a lock
// is the lock_guard, not a header of the library. What the library does with the arguments of a
// thread and with the counters of a shared_ptr counts as bookkeeping.
//
// The tasks take both locks in opposite orders: either task comes first, or they deadlock.
//
// traces: 3
// deadlocks: 1
// errors at: 28
// steps at: 18 25 27
// tasks: main, worker
#include <memory>
#include <mutex>
#include <thread>

std::mutex a, b;
void worker(std::shared_ptr<int> count) {
  const std::lock_guard first(b);
  const std::lock_guard second(a);
  ++*count;
}

int main() {
  auto count = std::make_shared<int>(0);
  std::thread thread(worker, count);
  {
    const std::lock_guard first(a);
    const std::lock_guard second(b);
    ++*count;
  }
  thread.join();
}
