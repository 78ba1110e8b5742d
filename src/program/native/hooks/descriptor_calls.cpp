// Descriptors, pipes, sockets and memory mappings; file_calls.cpp has the calls that name files.
// Descriptors and mappings are closed at the end of the execution. These calls are not events, and
// they must not block: the whole process would wait, while only the checker can let another task
// continue.
#include "program/native/hooks/descriptor_calls.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "program/native/debug_info/location_text.h"
#include "program/native/debug_info/stack_walk.h"
#include "program/native/debug_info/warnings.h"
#include "program/native/hooks/time_calls.h"
#include "program/native/kernel/descriptors.h"
#include "program/native/kernel/file_overlay.h"
#include "program/native/kernel/standard_input.h"
#include "program/native/platform/complain.h"
#include "program/native/platform/export.h"
#include "program/native/platform/raw_system_call.h"
#include "program/native/platform/real_call.h"
#include "program/native/schedule/file_uses.h"
#include "program/native/schedule/outside_call.h"
#include "program/native/schedule/runtime.h"

using namespace mazurka;
using namespace mazurka::native;

#define PLACE MAZURKA_PLACE

namespace {

constexpr const char* not_events =
    "what goes through descriptors is no event: its orders are not "
    "explored";

bool is_not_ready(int descriptor, short what) {
  pollfd each{.fd = descriptor, .events = what, .revents = 0};
  return raw_system_call(SYS_poll, as_long(&each), 1, 0) == 0;
}

void note_use(int descriptor, bool changes, FilePosition position, Address place) {
  const OutsideProgram outside;
  note_descriptor_use(descriptor, changes, position, place);
}

// If another task could still write, the program may be right, and cannot be checked.
[[noreturn]] void would_wait(const char* what, Address place) {
  const OutsideProgram outside;
  if (runtime->tasks.live().size() > 1)
    give_up((location_text(place) + ": " + what).c_str(),
            "it would wait for something to arrive, which another task may still send. Waiting for "
            "descriptors is not supported, so this program cannot be checked");
  runtime->fail(FailureKind::runtime_error,
                std::string(what) + " would wait for a descriptor, which is not supported", "",
                place);
}

}  // namespace

namespace mazurka::native {

void require_small_file(int descriptor, Address place) {
  if (!is_too_large(descriptor)) return;
  const OutsideProgram outside;
  runtime->fail(FailureKind::runtime_error,
                "a file grows beyond 256 MiB; files that are written are kept in memory", "",
                place);
}

void look_at_descriptor(const char* name, int descriptor, short what, Address place,
                        FilePosition position) {
  if (running == nullptr) return;
  if (what == POLLIN) before_reading(descriptor, place);
  struct stat status {};
  if (raw_system_call(SYS_fstat, descriptor, as_long(&status)) != 0) return;
  if (what == POLLIN) note_outside_call(name, place);
  note_use(descriptor, what == POLLOUT, position, place);
  if (what == POLLOUT) require_small_file(descriptor, place);
  if (what == POLLOUT && descriptor > 2 && S_ISREG(status.st_mode) &&
      was_open_before_main(descriptor))
    warn_once(NotCoveredKind::uncontrolled_call, "a file that was opened before main is written",
              "it is not put back after an execution, the next one finds what this one wrote",
              place);
  if (S_ISREG(status.st_mode) || S_ISCHR(status.st_mode)) return;
  if (descriptor > 2)
    warn_once(NotCoveredKind::uncontrolled_call, "descriptors are not supported", not_events,
              place);
  if (is_not_ready(descriptor, what)) would_wait(name, place);
}

}  // namespace mazurka::native

namespace {

int refuse(const char* what, Address place) {
  warn_once(NotCoveredKind::refused_call, what, "it fails with ENOSYS", place);
  errno = ENOSYS;
  return -1;
}

}  // namespace

// --- Reading and writing ------------------------------------------------------------------------

MAZURKA_EXPORT ssize_t read(int descriptor, void* to, std::size_t size) {
  look_at_descriptor("read", descriptor, POLLIN, PLACE);
  return raw_system_call(SYS_read, descriptor, as_long(to), static_cast<long>(size));
}
MAZURKA_EXPORT ssize_t write(int descriptor, const void* from, std::size_t size) {
  look_at_descriptor("write", descriptor, POLLOUT, PLACE);
  return raw_system_call(SYS_write, descriptor, as_long(from), static_cast<long>(size));
}

// --- Descriptors between tasks and processes -----------------------------------------------------

MAZURKA_EXPORT int pipe(int* ends) noexcept {
  if (running != nullptr)
    warn_once(NotCoveredKind::uncontrolled_call, "descriptors are not supported", not_events,
              PLACE);
  return static_cast<int>(raw_system_call(SYS_pipe, as_long(ends)));
}
MAZURKA_EXPORT int pipe2(int* ends, int flags) noexcept {
  if (running != nullptr)
    warn_once(NotCoveredKind::uncontrolled_call, "descriptors are not supported", not_events,
              PLACE);
  return static_cast<int>(raw_system_call(SYS_pipe2, as_long(ends), flags));
}
MAZURKA_EXPORT int eventfd(unsigned value, int flags) noexcept {
  if (running != nullptr)
    warn_once(NotCoveredKind::uncontrolled_call, "descriptors are not supported", not_events,
              PLACE);
  return static_cast<int>(raw_system_call(SYS_eventfd2, static_cast<long>(value), flags));
}
MAZURKA_EXPORT int socket(int domain, int type, int protocol) noexcept {
  if (running != nullptr) return refuse("socket is not supported", PLACE);
  return static_cast<int>(raw_system_call(SYS_socket, domain, type, protocol));
}
MAZURKA_EXPORT int socketpair(int domain, int type, int protocol, int* ends) noexcept {
  if (running != nullptr) return refuse("socketpair is not supported", PLACE);
  return static_cast<int>(raw_system_call(SYS_socketpair, domain, type, protocol, as_long(ends)));
}
MAZURKA_EXPORT int connect(int descriptor, const sockaddr* to, socklen_t size) {
  if (running != nullptr) return refuse("connect is not supported", PLACE);
  return static_cast<int>(raw_system_call(SYS_connect, descriptor, as_long(to), size));
}
MAZURKA_EXPORT int accept(int descriptor, sockaddr* from, socklen_t* size) {
  if (running != nullptr) return refuse("accept is not supported", PLACE);
  return static_cast<int>(raw_system_call(SYS_accept, descriptor, as_long(from), as_long(size)));
}

namespace {

// How long the program is willing to wait for descriptors.
struct Timeout {
  bool is_endless = false;
  std::uint64_t nanoseconds = 0;
};

Timeout timeout_of(int milliseconds) {
  if (milliseconds < 0) return {.is_endless = true};
  return {.nanoseconds = static_cast<std::uint64_t>(milliseconds) * 1'000'000};
}
Timeout timeout_of(const timespec* time) {
  if (time == nullptr) return {.is_endless = true};
  return {.nanoseconds = VirtualTime::nanoseconds_of(*time)};
}
Timeout timeout_of(const timeval* time) {
  if (time == nullptr) return {.is_endless = true};
  const timespec same{.tv_sec = time->tv_sec, .tv_nsec = time->tv_usec * 1000};
  return {.nanoseconds = VirtualTime::nanoseconds_of(same)};
}

// Looks at descriptors for a task that is willing to wait. The kernel must not wait, because other
// tasks could not run meanwhile. So if nothing is ready, the time is over, on the task's own clock.
// `look` asks the kernel, and returns how many descriptors are ready.
template <class Look>
int look_at_descriptors(const char* name, const Timeout& timeout, Address place, const Look& look) {
  note_outside_call(name, place);
  if (timeout.is_endless)
    warn_once(NotCoveredKind::refused_call, "waiting for descriptors is not supported",
              "the call looks at them and returns", place);
  else if (timeout.nanoseconds > 0)
    warn_once(NotCoveredKind::uncontrolled_call, "waiting for descriptors is not supported",
              "the call looks at them, and if none is ready, its time is over", place);
  const int ready = look();  // after the warnings, which may change errno
  if (ready == 0 && !timeout.is_endless) pass_time(timeout.nanoseconds, place);
  return ready;
}

int poll_once(pollfd* descriptors, nfds_t count) {
  return static_cast<int>(
      raw_system_call(SYS_poll, as_long(descriptors), static_cast<long>(count), 0));
}
int poll_in_task(const char* name, pollfd* descriptors, nfds_t count, const Timeout& timeout,
                 Address place) {
  for (nfds_t i = 0; i < count; ++i) before_reading(descriptors[i].fd, place);
  return look_at_descriptors(name, timeout, place, [&] { return poll_once(descriptors, count); });
}

int epoll_in_task(const char* name, int descriptor, epoll_event* events, int count,
                  const Timeout& timeout, Address place) {
  return look_at_descriptors(name, timeout, place, [&] {
    return static_cast<int>(raw_system_call(SYS_epoll_wait, descriptor, as_long(events), count, 0));
  });
}

int select_in_task(const char* name, int count, fd_set* readable, fd_set* writable,
                   fd_set* exceptional, const Timeout& timeout, Address place) {
  if (count > 0 && readable != nullptr && FD_ISSET(0, readable)) before_reading(0, place);
  return look_at_descriptors(name, timeout, place, [&] {
    timeval at_once{};
    return static_cast<int>(raw_system_call(SYS_select, count, as_long(readable), as_long(writable),
                                            as_long(exceptional), as_long(&at_once)));
  });
}

}  // namespace

// The forms with a set of signals are the same in a task, because no signals arrive there.

MAZURKA_EXPORT int poll(pollfd* descriptors, nfds_t count, int milliseconds) {
  if (running == nullptr)
    return static_cast<int>(
        raw_system_call(SYS_poll, as_long(descriptors), static_cast<long>(count), milliseconds));
  return poll_in_task("poll", descriptors, count, timeout_of(milliseconds), PLACE);
}
MAZURKA_EXPORT int ppoll(pollfd* descriptors, nfds_t count, const timespec* timeout,
                         const sigset_t* signals) {
  if (running == nullptr) {
    static auto* const of_libc =
        real<int(pollfd*, nfds_t, const timespec*, const sigset_t*)>("ppoll");
    return of_libc(descriptors, count, timeout, signals);
  }
  return poll_in_task("ppoll", descriptors, count, timeout_of(timeout), PLACE);
}
MAZURKA_EXPORT int epoll_wait(int descriptor, epoll_event* events, int count, int milliseconds) {
  if (running == nullptr)
    return static_cast<int>(
        raw_system_call(SYS_epoll_wait, descriptor, as_long(events), count, milliseconds));
  return epoll_in_task("epoll_wait", descriptor, events, count, timeout_of(milliseconds), PLACE);
}
MAZURKA_EXPORT int epoll_pwait(int descriptor, epoll_event* events, int count, int milliseconds,
                               const sigset_t* signals) {
  if (running == nullptr) {
    static auto* const of_libc =
        real<int(int, epoll_event*, int, int, const sigset_t*)>("epoll_pwait");
    return of_libc(descriptor, events, count, milliseconds, signals);
  }
  return epoll_in_task("epoll_pwait", descriptor, events, count, timeout_of(milliseconds), PLACE);
}
MAZURKA_EXPORT int select(int count, fd_set* readable, fd_set* writable, fd_set* exceptional,
                          timeval* timeout) {
  if (running == nullptr)
    return static_cast<int>(raw_system_call(SYS_select, count, as_long(readable), as_long(writable),
                                            as_long(exceptional), as_long(timeout)));
  return select_in_task("select", count, readable, writable, exceptional, timeout_of(timeout),
                        PLACE);
}
MAZURKA_EXPORT int pselect(int count, fd_set* readable, fd_set* writable, fd_set* exceptional,
                           const timespec* timeout, const sigset_t* signals) {
  if (running == nullptr) {
    static auto* const of_libc =
        real<int(int, fd_set*, fd_set*, fd_set*, const timespec*, const sigset_t*)>("pselect");
    return of_libc(count, readable, writable, exceptional, timeout, signals);
  }
  return select_in_task("pselect", count, readable, writable, exceptional, timeout_of(timeout),
                        PLACE);
}

// --- Memory --------------------------------------------------------------------------------------

namespace {

void* map(void* wanted, std::size_t size, int protection, int flags, int descriptor, off_t offset,
          Address place) {
  const long got = raw_system_call(SYS_mmap, as_long(wanted), static_cast<long>(size), protection,
                                   flags, descriptor, offset);
  // What is mapped without reserving memory is an area of this runtime, and huge.
  constexpr int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  if (running == nullptr && got != -1 && (flags & kind) == (MAP_PRIVATE | MAP_ANONYMOUS) &&
      (protection & PROT_WRITE) != 0)
    MappedWhileLoading::mapped(static_cast<Address>(got), size);
  if (running == nullptr || got == -1) return reinterpret_cast<void*>(got);
  if ((flags & MAP_SHARED) != 0)
    warn_once(NotCoveredKind::uncontrolled_call, "mmap of shared memory is not supported",
              "other processes are not checked, and what is written stays", place);
  const OutsideProgram outside;
  note_mapping(static_cast<Address>(got), size);
  return reinterpret_cast<void*>(got);
}

}  // namespace

// What a task has written there cannot be compared any more.
MAZURKA_EXPORT int munmap(void* address, std::size_t size) noexcept {
  const auto begin = reinterpret_cast<Address>(address);
  if (running == nullptr) {
    MappedWhileLoading::unmapped(begin, size);
  } else {
    running->waiting.lose_memory();
    const OutsideProgram outside;
    if (runtime->snapshot.contains(begin)) return 0;  // the next execution needs it
  }
  return static_cast<int>(raw_system_call(SYS_munmap, as_long(address), static_cast<long>(size)));
}
MAZURKA_EXPORT void* mmap(void* wanted, std::size_t size, int protection, int flags, int descriptor,
                          off_t offset) noexcept {
  return map(wanted, size, protection, flags, descriptor, offset, PLACE);
}
MAZURKA_EXPORT void* mmap64(void* wanted, std::size_t size, int protection, int flags,
                            int descriptor, off_t offset) noexcept {
  return map(wanted, size, protection, flags, descriptor, offset, PLACE);
}
