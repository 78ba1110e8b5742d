// Waits for descriptors that time out take their time, on the virtual clock: as a timer (poll
// without descriptors), and in an event loop, which waits until its next deadline.
//
// traces: 1
// warns: waiting for descriptors
#include <cassert>
#include <cerrno>
#include <chrono>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

template <class Wait>
static void takes(milliseconds time, const Wait& wait) {
  const auto before = steady_clock::now();
  assert(wait() == 0);
  assert(steady_clock::now() - before >= time);
}

int main() {
  const timespec ten{0, 10'000'000};
  const int set = epoll_create1(0);
  epoll_event event;
  takes(milliseconds(10), [] { return poll(nullptr, 0, 10); });
  takes(milliseconds(10), [&] { return ppoll(nullptr, 0, &ten, nullptr); });
  takes(milliseconds(10), [&] { return pselect(0, nullptr, nullptr, nullptr, &ten, nullptr); });
  takes(milliseconds(10), [&] { return epoll_wait(set, &event, 1, 10); });
  takes(milliseconds(10), [&] { return epoll_pwait(set, &event, 1, 10, nullptr); });
  takes(seconds(2), [] {
    timeval two{2, 0};
    return select(0, nullptr, nullptr, nullptr, &two);
  });
  const auto end = steady_clock::now() + seconds(10);
  int rounds = 0;
  for (;; ++rounds) {
    const auto left = std::chrono::duration_cast<milliseconds>(end - steady_clock::now()).count();
    if (left <= 0) break;
    epoll_wait(set, &event, 1, static_cast<int>(left) + 1);
  }
  assert(rounds == 1);
  errno = 0;
  assert(epoll_wait(-1, &event, 1, 10) == -1 && errno == EBADF);
}
