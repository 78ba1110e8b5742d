// A task repeatedly tries to lock a mutex on its own stack. A mutex stores its owner, so the stack
// changes when another task locks the mutex.
//
// traces: any
// deadlocks: 0
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  std::thread first([&] { const std::lock_guard guard(mutex); });
  std::thread second([&] { const std::lock_guard guard(mutex); });
  while (!mutex.try_lock()) {
  }
  mutex.unlock();
  first.join();
  second.join();
}
