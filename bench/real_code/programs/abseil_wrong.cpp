// Abseil: absl::Mutex, whose waiters name the condition that they wait for.
// Wrong: a writer holds the mutex for reading only.
#include <absl/synchronization/mutex.h>
#include <thread>

int main() {
  absl::Mutex mutex;
  int hits = 0;
  std::thread other([&] {
    absl::ReaderMutexLock lock(&mutex);
    ++hits;
  });
  {
    absl::ReaderMutexLock lock(&mutex);
    ++hits;
  }
  other.join();
}
