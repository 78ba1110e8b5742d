// Descriptors that an execution leaves open are closed before the next one, whichever function has
// opened them, so that each execution gets the same numbers. The 4 + 4 increments have 8! / (4! 4!)
// orders.
// traces: 70
#include <atomic>
#include <cassert>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/timerfd.h>
#include <thread>
#include <unistd.h>

static std::atomic<int> x{0};

int main() {
  const int first = epoll_create1(0);
  assert(first >= 0 && first < 20);
  assert(timerfd_create(CLOCK_MONOTONIC, 0) == first + 1);
  assert(inotify_init() == first + 2);
  assert(dup(first) == first + 3);
  assert(fcntl(first, F_DUPFD, 0) == first + 4);
  const auto increments = [] {
    for (int i = 0; i < 4; i++) x++;
  };
  std::thread a(increments), b(increments);
  a.join();
  b.join();
}
