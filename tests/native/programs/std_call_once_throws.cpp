// std::call_once: if the function throws, the next caller calls it again.
//
// One of the two tasks calls it first; the other waits until that call has ended.
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
