// syscall(): futexes, which std::latch, std::barrier, semaphores and atomic::wait are made of. And
// what pthreads can do with threads besides creating and joining them.
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <dlfcn.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "program/native/complain.h"
#include "program/native/export.h"
#include "program/native/stack_walk.h"
#include "program/native/thread_ids.h"
#include "program/native/warnings.h"

using namespace mazurka;
using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

namespace {

using Number = std::int64_t;

// The number of a futex: how many have come to sleep (high half), how many were woken (low half).
// They are woken in the order in which they came. That orders nothing else: whoever uses a futex
// reads a variable with the order that it needs.
constexpr Number one_more = Number{1} << 32;

Number come(Number value, Number) { return value + one_more; }
Number wake(Number value, Number count) {
  const Number came = value >> 32;
  const Number woken = (value & 0xffffffff) + count;
  return came * one_more + (woken < came ? woken : came);
}
Number unchanged(Number value, Number) { return value; }

Synchroniser& number_at(const int* futex) {
  Synchroniser& number =
      runtime->synchroniser(reinterpret_cast<Address>(futex), Synchroniser::Kind::number);
  runtime->value_of(number);
  return number;
}

long fails_with(int error) {
  errno = error;
  return -1;
}

// One event looks at the value and goes to sleep: the futex's number and the value conflict with
// wake-ups and writes.
long futex_wait(const int* futex, int expected, const timespec* deadline, Address place) {
  Synchroniser& number = number_at(futex);
  if (!runtime->sleep_on_futex(number, reinterpret_cast<Address>(futex), expected, come, place))
    return fails_with(EAGAIN);
  const Number ticket = (number.value >> 32) - 1;
  // It can give up; whoever wakes it later wakes nobody.
  if (deadline != nullptr && runtime->choose(2, place) == 1)
    return fails_with(time_runs_out(deadline));
  Condition woken;
  woken.kind = Condition::Kind::low_half_more_than;
  woken.bound = ticket;
  woken.text = "futex_wait";
  running->has_deadline = deadline != nullptr;
  runtime->await_number(number, woken, unchanged, 0, place, MemoryOrder::relaxed);
  running->has_deadline = false;
  return 0;
}

long futex(int* address, int operation, int value, const timespec* timeout, Address place) {
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      return futex_wait(address, value, timeout, place);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET: {
      Synchroniser& number = number_at(address);
      const Number before = number.value & 0xffffffff;
      runtime->update_number(number, wake, value, place, MemoryOrder::relaxed);
      return (number.value & 0xffffffff) - before;
    }
    default:
      warn_once("this kind of futex is not supported", "it fails with ENOSYS", place);
      return fails_with(ENOSYS);
  }
}

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

MAZURKA_EXPORT long syscall(long number, ...) noexcept {
  va_list list;
  va_start(list, number);
  long arguments[6];
  for (long& each : arguments) each = va_arg(list, long);
  va_end(list);
  if (running == nullptr || number != SYS_futex) {
    static auto* const of_libc = real<long(long, ...)>("syscall");
    return of_libc(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                   arguments[5]);
  }
  return futex(reinterpret_cast<int*>(arguments[0]), static_cast<int>(arguments[1]),
               static_cast<int>(arguments[2]), reinterpret_cast<const timespec*>(arguments[3]),
               PLACE);
}

MAZURKA_EXPORT int pthread_cancel(pthread_t) {
  warn_once("pthread_cancel is not supported", "the thread goes on", PLACE);
  return 0;
}
MAZURKA_EXPORT int pthread_setname_np(pthread_t, const char*) noexcept { return 0; }
MAZURKA_EXPORT int pthread_getaffinity_np(pthread_t, std::size_t, cpu_set_t*) noexcept {
  return ENOSYS;
}
MAZURKA_EXPORT int pthread_setaffinity_np(pthread_t, std::size_t, const cpu_set_t*) noexcept {
  return 0;
}
MAZURKA_EXPORT int pthread_tryjoin_np(pthread_t, void**) noexcept {
  warn_once("pthread_tryjoin_np is not supported", "it says that the thread is busy", PLACE);
  return EBUSY;
}
MAZURKA_EXPORT int pthread_setcancelstate(int, int*) { return 0; }
MAZURKA_EXPORT int pthread_setcanceltype(int, int*) { return 0; }
MAZURKA_EXPORT void pthread_testcancel() {}
MAZURKA_EXPORT int pthread_getschedparam(pthread_t, int*, sched_param*) noexcept { return ENOSYS; }
MAZURKA_EXPORT int pthread_setschedparam(pthread_t, int, const sched_param*) noexcept { return 0; }
