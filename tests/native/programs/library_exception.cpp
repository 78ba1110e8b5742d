// An exception leaves a library that has called a function of the program. The call of the library
// after it is another event: one task has two events, and that of the other task comes before,
// between or after them.
// library: queue
// traces: 3
// brute force: 3
#include <cassert>
#include <thread>

extern "C" {
void queue_push(void* value);
void queue_visit(void (*visit)());
}

static void throws() { throw 7; }

int main() {
  std::thread other([] { queue_push(nullptr); });
  std::thread one([] {
    int caught = 0;
    try {
      queue_visit(throws);
    } catch (int value) {
      caught = value;
    }
    queue_push(nullptr);
    assert(caught == 7);
  });
  one.join();
  other.join();
}
