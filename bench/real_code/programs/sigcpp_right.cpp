// libsigc++: signals and slots, without locks.
// Right: a mutex protects the signal.
#include <mutex>
#include <sigc++/sigc++.h>
#include <thread>

int main() {
  sigc::signal<void()> changed;
  std::mutex mutex;
  int calls = 0;
  std::thread other([&] {
    std::lock_guard<std::mutex> guard(mutex);
    changed.connect([&] { ++calls; });
  });
  {
    std::lock_guard<std::mutex> guard(mutex);
    changed.emit();
  }
  other.join();
}
