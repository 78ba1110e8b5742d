// A delayed message comes before the handler is joined, and then the join waits for it, or after
// that, and then it is dropped: 2 traces. Its memory is freed in both.
//
// traces: 2
// brute force: 2
#include <cassert>
#include <memory>

#include <mazurka/mazurka.hpp>

int main() {
  int x = 0;
  auto value = std::make_unique<int>(1);
  mazurka::handler h{"h", mazurka::fifo};
  h.post_delayed([&x, value = std::move(value)] { x = *value; });
  h.join();
  const int seen = x;  // a dropped message does not write it later
  assert(seen == 0 || seen == 1);
  return 0;
}
