#include "cli/interrupt.h"

#include <csignal>
#include <cstdint>
#include <ctime>

namespace mazurka::cli {

namespace {

// A signal handler can only access globals.
std::atomic<bool> interrupt_came = false;
static_assert(std::atomic<bool>::is_always_lock_free);

std::atomic<std::int64_t> first_at = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

std::int64_t milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

// The second signal ends the program immediately. A signal that follows within moments does not
// count as a second one: `timeout`, for example, signals the process and then its whole group.
void on_signal(int signal) {
  const std::int64_t now = milliseconds();
  if (!interrupt_came.exchange(true)) {
    first_at = now;
  } else if (now - first_at > 300) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

const std::atomic<bool>& watch_for_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return interrupt_came;
}

}  // namespace mazurka::cli
