// Messages that post messages, to two handlers, and lock a mutex in the heap. The order in which a
// process meets the messages depends on how it explores.
#include <mutex>

#include <mazurka/mazurka.hpp>

namespace {

struct State {
  std::mutex mutex;
  int value = 0;
};

mazurka::handler ui("ui"), disk("disk");
State* state = nullptr;

void change(int by) {
  const std::lock_guard<std::mutex> lock(state->mutex);
  state->value += by;
}

}  // namespace

int main() {
  state = new State;
  ui.post([] {
    disk.post([] { change(1); });
    ui.post([] { change(2); });
  });
  disk.post([] {
    ui.post([] { change(3); });
    disk.post([] { change(4); });
  });
}
