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

#include "program/native/debug_info/stack_walk.h"
#include "program/native/debug_info/warnings.h"
#include "program/native/kernel/descriptors.h"
#include "program/native/kernel/file_overlay.h"
#include "program/native/kernel/standard_input.h"
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

bool would_wait(int descriptor, short what) {
  pollfd each{.fd = descriptor, .events = what, .revents = 0};
  return raw_system_call(SYS_poll, as_long(&each), 1, 0) == 0;
}

void note_use(int descriptor, bool changes, Address place) {
  const OutsideProgram outside;
  note_descriptor_use(descriptor, changes, place);
}

[[noreturn]] void would_wait_for_ever(const char* what, Address place) {
  const OutsideProgram outside;
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

void look_at_descriptor(const char* name, int descriptor, short what, Address place) {
  if (running == nullptr) return;
  if (what == POLLIN) before_reading(descriptor, place);
  struct stat status {};
  if (raw_system_call(SYS_fstat, descriptor, as_long(&status)) != 0) return;
  if (what == POLLIN) note_outside_call(name, place);
  note_use(descriptor, what == POLLOUT, place);
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
  if (would_wait(descriptor, what)) would_wait_for_ever(name, place);
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

// Returns the timeout to pass to the kernel. In a task it is 0: the call only polls, with a warning
// if the program wanted to wait.
int wait_time(int wanted, const char* name, Address place) {
  if (running == nullptr) return wanted;
  note_outside_call(name, place);
  if (wanted == 0) return 0;
  // Returning early is what a short timeout does, too; returning at all is not.
  const NotCoveredKind kind =
      wanted < 0 ? NotCoveredKind::refused_call : NotCoveredKind::uncontrolled_call;
  warn_once(kind, "waiting for descriptors is not supported", "the call looks at them and returns",
            place);
  return 0;
}

}  // namespace

MAZURKA_EXPORT int poll(pollfd* descriptors, nfds_t count, int milliseconds) {
  for (nfds_t i = 0; i < count; ++i) before_reading(descriptors[i].fd, PLACE);
  return static_cast<int>(raw_system_call(SYS_poll, as_long(descriptors), static_cast<long>(count),
                                          wait_time(milliseconds, "poll", PLACE)));
}
MAZURKA_EXPORT int epoll_wait(int descriptor, epoll_event* events, int count, int milliseconds) {
  return static_cast<int>(raw_system_call(SYS_epoll_wait, descriptor, as_long(events), count,
                                          wait_time(milliseconds, "epoll_wait", PLACE)));
}
MAZURKA_EXPORT int select(int count, fd_set* readable, fd_set* writable, fd_set* exceptional,
                          timeval* timeout) {
  timeval at_once{};
  if (running != nullptr) {
    const bool would = timeout != nullptr && (timeout->tv_sec != 0 || timeout->tv_usec != 0);
    (void)wait_time(timeout == nullptr ? -1 : would ? 1 : 0, "select", PLACE);
    timeout = &at_once;
    if (count > 0 && readable != nullptr && FD_ISSET(0, readable)) before_reading(0, PLACE);
  }
  return static_cast<int>(raw_system_call(SYS_select, count, as_long(readable), as_long(writable),
                                          as_long(exceptional), as_long(timeout)));
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
