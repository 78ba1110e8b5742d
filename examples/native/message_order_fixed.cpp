// A login form. The network answers on its own handler and hands the result to the user interface.
// The fix of message_order.cpp.
//
// The progress is posted before the request, so the answer can only be posted after it, and the
// user interface runs its messages in the order of their posts.
//
//   mazurka check examples/native/message_order_fixed.cpp
//
// With real threads: g++ -std=c++20 -Iinclude -pthread examples/native/message_order_fixed.cpp
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
  ui.post(show_progress);
  network.post([&ui, show_result] { ui.post(show_result); });

  network.join();
  ui.join();
  assert(!form.is_busy);
  assert(form.status == "welcome");
}
