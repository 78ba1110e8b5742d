// Abseil: absl::Mutex, whose waiters name the condition that they wait for.
// Right: the condition depends on what the mutex protects only.
#include <absl/synchronization/mutex.h>
#include <thread>

int main() {
  absl::Mutex mutex;
  bool ready = false;
  std::thread producer([&] {
    absl::MutexLock lock(&mutex);
    ready = true;
  });
  mutex.Lock();
  mutex.Await(absl::Condition(&ready));
  ready = false;
  mutex.Unlock();
  producer.join();
}
