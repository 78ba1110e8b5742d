// A thread posts while main, which has posted before, joins the handler. P is the post of the
// thread.
// - P before main's post: the message of the thread runs first.
// - P after it, but before the join looks for messages: the message of main runs first.
// - P after the join has found the message of main, but before it looks again: likewise.
// - P after the join: misuse.
//
// traces: 4
// brute force: 4
// errors: misuse
#include <thread>

#include <mazurka/mazurka.hpp>

static int x;

int main() {
  mazurka::handler h{"h", mazurka::fifo};
  std::thread poster([&h] { h.post([] { x = 1; }); });
  h.post([] {
    if (x != 0) x = 2;
  });
  h.join();
  poster.join();
  return 0;
}
