// A delayed message and one that is posted later, both lambdas. D is the post of the delayed one.
// - D before the other post: the delayed message runs first, and the assertion fails.
// - D after it, but before the join looks for messages: the other message runs first.
// - D after the join has found the other message, but before it looks again: likewise, and the join
//   also waits for the delayed message.
// - D after the join: the delayed message is dropped.
//
// traces: 4
// brute force: 4
// errors: assertion
// says: delayed lambda at
#include <cassert>

#include <mazurka/mazurka.hpp>

int main() {
  int x = 0;
  mazurka::handler h{"h", mazurka::fifo};
  h.post_delayed([&x] { x = 1; });
  h.post([&x] { assert(x == 0); });
  h.join();
  return 0;
}
