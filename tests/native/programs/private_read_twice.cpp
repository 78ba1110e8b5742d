// Each message reads a private variable twice in a row, at the same place: no loop, and none in the
// next execution either, where the stack looks as it did in the last one.
// Two messages on a multiset handler that write the same: either order.
// traces: 2
#include <atomic>

#include <mazurka/mazurka.hpp>

static std::atomic<int> last;

static int get(const int& value) { return value; }

static void write(int value) {
  const int copy = value;
  last = get(copy) + get(copy) - copy;
}

int main() {
  auto* const handler = new mazurka::handler("handler");
  handler->post([] { write(1); });
  handler->post([] { write(2); });
}
