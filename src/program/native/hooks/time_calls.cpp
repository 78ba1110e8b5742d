// Time is virtual and belongs to the task: it passes by sleeping, and by a microsecond whenever
// somebody looks. So it is the same in every execution, and tells nothing about other tasks.
#include <cerrno>
#include <ctime>
#include <sys/time.h>
#include <unistd.h>

#include "program/native/hooks/thread_calls.h"
#include "program/native/platform/export.h"
#include "program/native/platform/real_call.h"

using namespace mazurka;
using namespace mazurka::native;

namespace {

constexpr std::uint64_t second = 1'000'000'000;
constexpr std::uint64_t beginning = 1'700'000'000;  // seconds: some day in 2023

std::uint64_t now() {
  running->forget_spinning();  // a loop with a deadline ends by itself
  return beginning * second + (running->clock += 1000);
}

void pass(std::uint64_t nanoseconds) {
  if (running != nullptr) running->clock += nanoseconds;
}

std::uint64_t nanoseconds_of(const timespec& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * second +
         static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace

namespace mazurka::native {

int time_runs_out(const timespec* deadline) {
  const std::uint64_t end = nanoseconds_of(*deadline);
  if (end >= beginning * second + running->clock) running->clock = end + 1 - beginning * second;
  return ETIMEDOUT;
}

}  // namespace mazurka::native

MAZURKA_EXPORT int clock_gettime(clockid_t clock, timespec* time) noexcept {
  if (running == nullptr) {
    static auto* const of_libc = real<int(clockid_t, timespec*)>("clock_gettime");
    return of_libc(clock, time);
  }
  const std::uint64_t value = now();
  time->tv_sec = static_cast<time_t>(value / second);
  time->tv_nsec = static_cast<long>(value % second);
  return 0;
}

MAZURKA_EXPORT int gettimeofday(timeval* time, void* zone) noexcept {
  if (running == nullptr) {
    static auto* const of_libc = real<int(timeval*, void*)>("gettimeofday");
    return of_libc(time, zone);
  }
  const std::uint64_t value = now();
  time->tv_sec = static_cast<time_t>(value / second);
  time->tv_usec = static_cast<suseconds_t>(value % second / 1000);
  return 0;
}

MAZURKA_EXPORT time_t time(time_t* result) noexcept {
  if (running == nullptr) {
    static auto* const of_libc = real<time_t(time_t*)>("time");
    return of_libc(result);
  }
  const auto value = static_cast<time_t>(now() / second);
  if (result != nullptr) *result = value;
  return value;
}

MAZURKA_EXPORT clock_t clock() noexcept {
  if (running == nullptr) return 0;
  return static_cast<clock_t>((now() - beginning * second) / (second / CLOCKS_PER_SEC));
}

MAZURKA_EXPORT unsigned sleep(unsigned seconds) {
  pass(seconds * second);
  return 0;
}
MAZURKA_EXPORT int usleep(useconds_t microseconds) {
  pass(std::uint64_t{microseconds} * 1000);
  return 0;
}
MAZURKA_EXPORT int nanosleep(const timespec* time, timespec*) {
  pass(nanoseconds_of(*time));
  return 0;
}
MAZURKA_EXPORT int clock_nanosleep(clockid_t, int flags, const timespec* time, timespec*) {
  if (running == nullptr) return 0;
  const std::uint64_t wanted = nanoseconds_of(*time);
  if ((flags & TIMER_ABSTIME) == 0) {
    pass(wanted);
  } else if (wanted > beginning * second + running->clock) {
    running->clock = wanted - beginning * second;
  }
  return 0;
}
MAZURKA_EXPORT int sched_yield() noexcept { return 0; }
