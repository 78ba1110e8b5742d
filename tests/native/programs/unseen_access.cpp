// Through functions without instrumentation, one thread learns what the other has done. The checker
// expects a step that the thread does not take, and reports this instead of an internal error.
//
// traces: 1
// errors: nondeterminism
#include <atomic>
#include <thread>

int hidden;
__attribute__((no_sanitize("thread"), noinline)) void set(int value) { hidden = value; }
__attribute__((no_sanitize("thread"), noinline)) int get() { return hidden; }

std::atomic<int> seen, found, written;

int main() {
  std::thread a([] {
    written = 1;
    set(1);
  });
  std::thread b([] {
    seen = 1;
    if (get() != 0) found = 1;
  });
  written = 3;
  a.join();
  b.join();
  return seen + found + written == 0;
}
