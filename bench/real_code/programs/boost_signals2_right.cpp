// Boost.Signals2, thread-safe signals and slots.
// Right: the signal tracks the receiver, and keeps it alive while its slot runs.
#include <boost/signals2.hpp>
#include <memory>
#include <thread>

struct Window {
  int repaints = 0;
  void repaint() { ++repaints; }
};

int main() {
  boost::signals2::signal<void()> changed;
  auto window = std::make_shared<Window>();
  changed.connect(boost::signals2::signal<void()>::slot_type(&Window::repaint, window.get())
                      .track_foreign(window));
  std::thread other([&] { changed(); });
  window.reset();
  other.join();
}
