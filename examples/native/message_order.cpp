// A login form. The network answers on its own handler and hands the result to the user interface.
// Sometimes the form says "logging in ..." forever.
//
// The click starts the request first, "to lose no time", and then shows that it is running. If the
// answer arrives before the second post, the result is shown first and the progress after it.
// There is no data race: both are messages of one handler. Only their order is wrong.
//
//   mazurka check examples/native/message_order.cpp
//
// With real threads: g++ -std=c++20 -Iinclude -pthread examples/native/message_order.cpp
#include <cassert>
#include <string>

#include <mazurka/mazurka.hpp>

namespace {

struct Form {
  bool is_busy = false;
  std::string status = "please log in";
};

}  // namespace

int main() {
  Form form;  // only messages of the user interface touch it, so it needs no lock
  mazurka::handler ui{"ui", mazurka::fifo};
  mazurka::handler network{"network", mazurka::fifo};

  const auto show_progress = [&form] {
    form.is_busy = true;
    form.status = "logging in ...";
  };
  const auto show_result = [&form] {
    form.is_busy = false;
    form.status = "welcome";
  };

  // The user clicks.
  network.post([&ui, show_result] { ui.post(show_result); });
  ui.post(show_progress);

  network.join();
  ui.join();
  assert(!form.is_busy);
  assert(form.status == "welcome");
}
