// syscall(), which std::latch, std::barrier, semaphores and atomic::wait use for futexes, and the
// functions of pthreads for threads besides creating and joining them.
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/debug_info/warnings.h"
#include "program/native/hooks/futex_calls.h"
#include "program/native/hooks/thread_calls.h"
#include "program/native/platform/complain.h"
#include "program/native/platform/export.h"
#include "program/native/platform/real_call.h"
#include "program/native/platform/shadow.h"
#include "program/native/schedule/runtime.h"
#include "program/native/schedule/threads.h"
#include "program/native/sync/condition_variable.h"
#include "program/native/sync/futex.h"
#include "program/native/waiting/loops.h"

using namespace mazurka;
using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

namespace {

long fails_with(int error) {
  errno = error;
  return -1;
}

// Waits on a futex. The futex itself does not synchronise tasks: its users also access a variable
// with the memory order that they need. A wait that times out is modelled as one that never slept,
// because it does not change which other tasks are woken.
long futex_wait(const int* futex, int expected, const timespec* deadline, Address caller,
                Address place) {
  Task& task = *running;
  const bool can_time_out =
      deadline != nullptr && may_time_out(task.waiting, task.time, task.area, *deadline, place);
  if (can_time_out && choose_value(2, place) == 1) return fails_with(task.time.run_out(*deadline));
  task.pending.has_deadline = deadline != nullptr;
  const bool slept = sleep_on_futex(reinterpret_cast<Address>(futex), expected, caller, place);
  task.pending.has_deadline = false;
  return slept ? 0 : fails_with(EAGAIN);
}

// Wakes up to `count` tasks and returns how many. If more tasks sleep, all choices are explored. A
// task that goes to sleep again in between may be woken twice. Programs cannot rely on the
// contrary, because a futex may also wake a task spuriously.
long futex_wake(const int* futex, int count, Address place) {
  const auto address = reinterpret_cast<Address>(futex);
  if (count == INT_MAX) return wake_all(address, place);
  long woken = 0;
  while (woken < count && wake_one(address, place) != 0) ++woken;
  return woken;
}

}  // namespace

long mazurka::native::futex(int* address, int operation, int value, const timespec* timeout,
                            Address caller, Address place) {
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      return futex_wait(address, value, timeout, caller, place);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
      return futex_wake(address, value, place);
    default:
      warn_once(NotCoveredKind::refused_call, "this kind of futex is not supported",
                "it fails with ENOSYS", place);
      return fails_with(ENOSYS);
  }
}

namespace {

// The sixth argument is on the stack of the caller. If the caller gave fewer, something else is
// read there.
MAZURKA_READS_ALL_MEMORY void take_arguments(va_list list, long (&arguments)[6]) {
  for (long& each : arguments) each = va_arg(list, long);
}

}  // namespace

MAZURKA_EXPORT long syscall(long number, ...) noexcept {
  va_list list;
  va_start(list, number);
  long arguments[6];
  take_arguments(list, arguments);
  va_end(list);
  if (running != nullptr && number == SYS_gettid) return gettid();
  if (running == nullptr || number != SYS_futex) {
    static auto* const of_libc = real<long(long, ...)>("syscall");
    return of_libc(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                   arguments[5]);
  }
  return futex(reinterpret_cast<int*>(arguments[0]), static_cast<int>(arguments[1]),
               static_cast<int>(arguments[2]), reinterpret_cast<const timespec*>(arguments[3]),
               reinterpret_cast<Address>(__builtin_return_address(0)), PLACE);
}

MAZURKA_EXPORT int pthread_cancel(pthread_t) {
  warn_once(NotCoveredKind::refused_call, "pthread_cancel is not supported", "the thread continues",
            PLACE);
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
  warn_once(NotCoveredKind::refused_call, "pthread_tryjoin_np is not supported",
            "it says that the thread is busy", PLACE);
  return EBUSY;
}
MAZURKA_EXPORT int pthread_setcancelstate(int, int*) { return 0; }
MAZURKA_EXPORT int pthread_setcanceltype(int, int*) { return 0; }
MAZURKA_EXPORT void pthread_testcancel() {}
MAZURKA_EXPORT int pthread_getschedparam(pthread_t, int*, sched_param*) noexcept { return ENOSYS; }
MAZURKA_EXPORT int pthread_setschedparam(pthread_t, int, const sched_param*) noexcept { return 0; }
MAZURKA_EXPORT int pthread_setschedprio(pthread_t, int) noexcept { return 0; }
MAZURKA_EXPORT int pthread_getcpuclockid(pthread_t, clockid_t*) noexcept { return ENOENT; }
MAZURKA_EXPORT int pthread_getname_np(pthread_t, char* name, std::size_t size) noexcept {
  if (size == 0) return ERANGE;
  name[0] = '\0';
  return 0;
}
// Tells where the stack of a task is; libraries ask for it.
MAZURKA_EXPORT int pthread_getattr_np(pthread_t thread, pthread_attr_t* attributes) noexcept {
  const Task* const task = task_of(thread);
  if (task == nullptr) {
    static auto* const of_libc = real<int(pthread_t, pthread_attr_t*)>("pthread_getattr_np");
    static auto* const self = real<pthread_t()>("pthread_self");
    return of_libc(self(), attributes);
  }
  const Address begin = slot_of(task->area) + guard_size;
  pthread_attr_init(attributes);
  return pthread_attr_setstack(attributes, reinterpret_cast<void*>(begin),
                               top_of_stack(task->area) - begin);
}
