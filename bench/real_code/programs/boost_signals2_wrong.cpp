// Boost.Signals2, thread-safe signals and slots.
// Wrong: the receiver is destroyed after disconnect(), while its slot may still run.
#include <boost/signals2.hpp>
#include <memory>
#include <thread>

struct Window {
  int repaints = 0;
  void repaint() { ++repaints; }
};

int main() {
  boost::signals2::signal<void()> changed;
  auto window = std::make_unique<Window>();
  auto connection = changed.connect([w = window.get()] { w->repaint(); });
  std::thread other([&] { changed(); });
  connection.disconnect();
  window.reset();
  other.join();
}
