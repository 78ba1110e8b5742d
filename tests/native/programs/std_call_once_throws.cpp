// std::call_once: if the function throws, the next one who comes calls it again.
//
// Who calls first: 2. The other one comes before, or waits for, the end of the first call: its claim
// follows that in any case.
//
// traces: 2
// deadlocks: 0
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

std::once_flag flag;
int calls = 0;

void call() {
  try {
    std::call_once(flag, [] {
      if (++calls == 1) throw std::runtime_error("not yet");
    });
  } catch (const std::runtime_error&) {
  }
}

int main() {
  std::thread a(call);
  std::thread b(call);
  a.join();
  b.join();
  assert(calls == 2);
}
