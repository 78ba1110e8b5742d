// Clocks and sleeps, on virtual time (waiting/virtual_time.h).
#include "program/native/hooks/time_calls.h"

#include <cerrno>
#include <ctime>
#include <sys/time.h>
#include <unistd.h>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/platform/export.h"
#include "program/native/platform/real_call.h"
#include "program/native/process/running.h"
#include "program/native/schedule/handlers.h"
#include "program/native/schedule/library_calls.h"
#include "program/native/schedule/number.h"
#include "program/native/schedule/runtime.h"
#include "program/native/schedule/task.h"

using namespace mazurka;
using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

namespace {

constexpr std::uint64_t second = VirtualTime::second;

// Messages of one handler run one after the other, so their clock is one (waiting/clocks.h). Using
// it is an event, once two messages do so: its order is visible in what they see.
void use_clock_of_handler(Address place) {
  if (running->code.handler == nullptr) return;
  Synchroniser& clock = *running->code.handler->clock;
  runtime->synchronisers.value_of(clock);
  update_number(
      clock, [](std::int64_t value, std::int64_t) { return value; }, 0, place,
      MemoryOrder::relaxed);
}

// Returns what the running task sees on any clock.
std::uint64_t now(Address place) {
  use_clock_of_handler(place);
  running->waiting.forget_spinning();  // a loop that reads the clock may end without other tasks
  const std::uint64_t moment = running->time.look();
  runtime->event().reads_clock = true;
  running->waiting.note_moment(moment);
  return moment;
}

}  // namespace

void mazurka::native::pass_time(std::uint64_t nanoseconds, Address place) {
  if (running == nullptr) return;
  use_clock_of_handler(place);
  running->time.passed += nanoseconds;
}

MAZURKA_EXPORT int clock_gettime(clockid_t clock, timespec* time) noexcept {
  if (running == nullptr) {
    static auto* const of_libc = real<int(clockid_t, timespec*)>("clock_gettime");
    return of_libc(clock, time);
  }
  const std::uint64_t value = now(PLACE);
  time->tv_sec = static_cast<time_t>(value / second);
  time->tv_nsec = static_cast<long>(value % second);
  return 0;
}

MAZURKA_EXPORT int gettimeofday(timeval* time, void* zone) noexcept {
  if (running == nullptr) {
    static auto* const of_libc = real<int(timeval*, void*)>("gettimeofday");
    return of_libc(time, zone);
  }
  const std::uint64_t value = now(PLACE);
  time->tv_sec = static_cast<time_t>(value / second);
  time->tv_usec = static_cast<suseconds_t>(value % second / 1000);
  return 0;
}

MAZURKA_EXPORT time_t time(time_t* result) noexcept {
  if (running == nullptr) {
    static auto* const of_libc = real<time_t(time_t*)>("time");
    return of_libc(result);
  }
  const auto value = static_cast<time_t>(now(PLACE) / second);
  if (result != nullptr) *result = value;
  return value;
}

MAZURKA_EXPORT clock_t clock() noexcept {
  if (running == nullptr) return 0;
  return static_cast<clock_t>((now(PLACE) - VirtualTime::beginning) / (second / CLOCKS_PER_SEC));
}

MAZURKA_EXPORT unsigned sleep(unsigned seconds) {
  pass_time(seconds * second, PLACE);
  return 0;
}
MAZURKA_EXPORT int usleep(useconds_t microseconds) {
  pass_time(std::uint64_t{microseconds} * 1000, PLACE);
  return 0;
}
MAZURKA_EXPORT int nanosleep(const timespec* time, timespec*) {
  pass_time(VirtualTime::nanoseconds_of(*time), PLACE);
  return 0;
}
MAZURKA_EXPORT int clock_nanosleep(clockid_t, int flags, const timespec* time, timespec*) {
  if (running == nullptr) return 0;
  const std::uint64_t wanted = VirtualTime::nanoseconds_of(*time);
  const bool is_absolute = (flags & TIMER_ABSTIME) != 0;
  pass_time(is_absolute ? 0 : wanted, PLACE);
  if (is_absolute) running->time.pass_until(wanted);
  return 0;
}
MAZURKA_EXPORT int sched_yield() noexcept {
  if (running != nullptr)
    library_yields(reinterpret_cast<Address>(__builtin_return_address(0)), PLACE);
  return 0;
}
