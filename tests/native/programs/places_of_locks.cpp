// Steps inside of the standard library are where the program called it: a lock is where the
// lock_guard is, not in the library's headers. What the library does with the arguments of a thread
// and with the counters of a shared_ptr is bookkeeping.
//
// Each task takes both locks, in opposite orders: the one first, or the other, or a deadlock.
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
