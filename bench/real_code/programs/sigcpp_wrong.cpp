// libsigc++: signals and slots, without locks.
// Wrong: two threads emit one signal: its count of active emissions is a plain number.
#include <sigc++/sigc++.h>
#include <thread>

int main() {
  sigc::signal<void()> changed;
  changed.connect([] {});
  std::thread other([&] { changed.emit(); });
  changed.emit();
  other.join();
}
